// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class finish_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(finish_test);

TEST_P(finish_test, waits_for_asyncs) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ended = 0;
      finish([&] {
        for (int i = 0; i < 200; ++i) {
          async(policy, [&ended, c = counted()] { ++ended; });
        }
      });
      EXPECT_EQ(ended, 200);
    });
  });
}

TEST_P(finish_test, without_asyncs) {
  on_runtime([](runtime& r) {
    r.run([] {
      int ran = 0;
      finish([&] { ++ran; });
      EXPECT_EQ(ran, 1);
    });
  });
}

TEST_P(finish_test, returns_what_the_body_returns) {
  on_runtime([](runtime& r) {
    int variable = 0;
    const auto everything = [&] {
      EXPECT_EQ(finish([] { return 5; }), 5);
      EXPECT_EQ(*finish([] { return std::make_unique<int>(6); }), 6);
      EXPECT_EQ(&finish([&]() -> int& { return variable; }), &variable);
    };
    everything();
    r.run(everything);
    EXPECT_EQ(&r.run([&]() -> const int& { return variable; }), &variable);
  });
}

template <class Policy>
void spread(Policy policy, std::atomic<int>& ended, int depth) {
  ++ended;
  if (depth > 0) {
    async(policy, [&ended, policy, depth] { spread(policy, ended, depth - 1); });
    async(policy, [&ended, policy, depth] { spread(policy, ended, depth - 1); });
  }
}

// An async may outlive the task that spawned it. The finish waits for all asyncs, at any depth.
TEST_P(finish_test, waits_for_asyncs_of_asyncs) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ended = 0;
      finish([&] { spread(policy, ended, 10); });
      EXPECT_EQ(ended, 2047);
    });
  });
}

TEST_P(finish_test, asyncs_escape_from_children) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ended = 0;
      finish([&] {
        scope s;
        for (int i = 0; i < 20; ++i) {
          s.spawn(policy, [&] { async(policy, [&] { ++ended; }); });
        }
        s.sync();
        fork_join(
            policy,
            [&] { async(policy, [&] { ++ended; }); },
            [&] { async(policy, [&] { ++ended; }); });
      });
      EXPECT_EQ(ended, 22);
    });
  });
}

TEST_P(finish_test, inner_finish_waits_for_its_own_only) {
  on_each_policy([](runtime& r, auto policy) {
    if (r.workers() == 1) {
      return;  // an async that is held needs a worker of its own
    }
    r.run([&] {
      testing::event inner_over;
      std::atomic<int> in_inner = 0;
      bool outer_async_ended = false;
      finish([&] {
        async(policy, [&] {
          inner_over.hold();
          outer_async_ended = true;
        });
        finish([&] { async(policy, [&] { ++in_inner; }); });
        EXPECT_EQ(in_inner, 1);
        inner_over.happen();
      });
      EXPECT_TRUE(outer_async_ended);
    });
  });
}

template <class Policy>
int nest(Policy policy, int depth) {
  int below = 0;
  if (depth > 0) {
    finish([&] { async(policy, [&] { below = nest(policy, depth - 1); }); });
  }
  return below + 1;
}

TEST_P(finish_test, nested) {
  expect_depth(100);
  on_each_policy(
      [](runtime& r, auto policy) { EXPECT_EQ(r.run([=] { return nest(policy, 100); }), 101); });
}

// A task is still under the same finish after it was stolen or suspended.
template <class Policy>
void finishes_in_children(Policy policy, std::atomic<int>& ended, int depth) {
  if (depth == 0) {
    ++ended;
    return;
  }
  std::atomic<int> here = 0;
  finish([&] {
    fork_join(
        policy,
        [&] {
          finishes_in_children(policy, here, depth - 1);
          async(policy, [&] { ++here; });
        },
        [&] {
          finishes_in_children(policy, here, depth - 1);
          async(policy, [&] { ++here; });
        });
    async(policy, [&] { ++here; });
  });
  ended += here;
}

TEST_P(finish_test, finishes_and_joins_alternate) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ended = 0;
    r.run([&] { finishes_in_children(policy, ended, 8); });
    EXPECT_EQ(ended, 256 + 3 * 255);
  });
}

TEST_P(finish_test, every_root_has_one) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ended = 0;
    r.run([&] { spread(policy, ended, 8); });
    EXPECT_EQ(ended, 511);
  });
}

TEST_P(finish_test, arguments_are_copied_or_moved) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> sum = 0;
    r.run([&] {
      auto moved = std::make_unique<int>(10);
      counted copied(5);
      async(
          policy,
          [](std::atomic<int>& to, const std::unique_ptr<int>& p, const counted& c) {
            to += *p + c.value();
          },
          std::ref(sum),
          std::move(moved),
          copied);
      EXPECT_EQ(moved, nullptr);
    });
    EXPECT_EQ(sum, 15);
  });
}

TEST_P(finish_test, many_asyncs) {
  const std::size_t asyncs = testing::rounds(20'000);
  on_each_policy([=](runtime& r, auto policy) {
    std::atomic<std::size_t> ended = 0;
    r.run([&] {
      for (std::size_t i = 0; i < asyncs; ++i) {
        async(policy, [&] { ++ended; });
      }
    });
    EXPECT_EQ(ended, asyncs);
  });
}

TEST_P(finish_test, policies_mix) {
  on_runtime([](runtime& r) {
    std::atomic<int> ended = 0;
    r.run([&] {
      finish([&] {
        for (int i = 0; i < 100; ++i) {
          async(help_first, [&] { async(work_first, [&] { ++ended; }); });
          async(work_first, [&] { async(help_first, [&] { ++ended; }); });
          async([&] { ++ended; });
        }
      });
      EXPECT_EQ(ended, 300);
    });
  });
}

TEST(async, without_a_finish_is_refused) {
  EXPECT_THROW(async([] {}), error);
}

}  // namespace
}  // namespace nuthatch
