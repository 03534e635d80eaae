// SPDX-License-Identifier: Apache-2.0

// Asyncs that stay private until another worker requests work; see
// include/nuthatch/detail/private_tasks.hpp.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::event;

class private_tasks_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(private_tasks_test);

void tree(int depth, std::atomic<int>& ran) {
  ++ran;
  if (depth > 0) {
    async(help_first, [depth, &ran] { tree(depth - 1, ran); });
    async(help_first, [depth, &ran] { tree(depth - 1, ran); });
  }
}

TEST_P(private_tasks_test, nothing_is_published_where_nobody_asks) {
  if (workers() != 1 || !testing::keeps_spawns(GetParam())) {
    GTEST_SKIP() << "others ask, or are given without being asked";
  }
  on_runtime([](runtime& r) {
    r.run([&r] {
      const std::uint64_t before = r.statistics().published;
      std::atomic<int> ran = 0;
      finish([&ran] { tree(8, ran); });
      EXPECT_EQ(ran, 511);
      EXPECT_EQ(r.statistics().published, before);
    });
  });
}

TEST_P(private_tasks_test, all_are_counted_whoever_runs_them) {
  on_runtime([](runtime& r) {
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> ran = 0;
      r.run([&ran] {
        finish([&ran] { tree(10, ran); });
        EXPECT_EQ(ran, 2047);
        tree(10, ran);
      });
      EXPECT_EQ(ran, 2 * 2047);
    }
  });
}

/// A thief of the continuation continues the finish, and the asyncs stay behind.
TEST_P(private_tasks_test, go_before_the_continuation_of_their_finish) {
  if (workers() == 1) {
    GTEST_SKIP() << "nobody takes the continuation";
  }
  on_runtime([](runtime& r) {
    r.run([] {
      for (int round = 0; round < 50; ++round) {
        std::atomic<int> ran = 0;
        event goes_on;
        finish([&] {
          for (int i = 0; i < 10; ++i) {
            async(help_first, [&ran] { ++ran; });
          }
          async(work_first, [&] {
            goes_on.hold();
            async(help_first, [&ran] { ++ran; });
          });
          goes_on.happen();
          async(help_first, [&ran] { ++ran; });
        });
        EXPECT_EQ(ran, 12);
      }
    });
  });
}

/// A suspended task leaves its asyncs to other workers, because it may wait for them.
TEST_P(private_tasks_test, go_when_their_task_is_suspended) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      finish([&ran] {
        future<int> first = launch([&ran] {
          async(help_first, [&ran] { ++ran; });
          future<int> inner = launch([] { return 1; });
          async(help_first, [&ran] { ++ran; });
          return inner.get();
        });
        future<int> second = launch([&first] { return first.get(); });
        async(help_first, [&ran] { ++ran; });
        EXPECT_EQ(second.get(), 1);
        async(help_first, [&ran] { ++ran; });
      });
      EXPECT_EQ(ran, 4);
    });
  });
}

/// Finishes are nested crosswise: children of outer scopes run on top of inner finishes, and begin
/// finishes of their own there. Each finish runs its own asyncs at its end.
TEST_P(private_tasks_test, of_finishes_nested_crosswise) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      std::atomic<int> of_outer = 0;
      std::atomic<int> of_inner = 0;
      std::atomic<int> of_child = 0;
      std::atomic<int> of_innermost = 0;
      finish([&] {
        scope outer;
        finish([&] {
          scope inner;
          outer.spawn(policy, [&] {
            async(policy, [&] { ++of_outer; });
            finish([&] {
              async(policy, [&] { ++of_child; });
              async(policy, [&] { ++of_child; });
              async(policy, [&] { ++of_child; });
            });
            EXPECT_EQ(of_child, 3);
            async(policy, [&] { ++of_outer; });
          });
          async(policy, [&] { ++of_inner; });
          finish([&] {
            async(policy, [&] { ++of_innermost; });
            inner.spawn(help_first, [&] { async(policy, [&] { ++of_inner; }); });
            async(policy, [&] { ++of_innermost; });
            inner.sync();
            outer.sync();
            async(policy, [&] { ++of_innermost; });
          });
          EXPECT_EQ(of_innermost, 3);
          EXPECT_EQ(of_child, 3);
          async(policy, [&] { ++of_inner; });
          async(policy, [&] { ++of_inner; });
        });
        EXPECT_EQ(of_inner, 4);
      });
      EXPECT_EQ(of_outer, 2);
    });
  });
}

/// Spawns itself again until an event that does not depend on it.
void go_on_until(event& other, std::atomic<bool>& began) {
  began = true;
  if (!other.happened()) {
    async(help_first, [&] { go_on_until(other, began); });
  }
}

TEST_P(private_tasks_test, that_follow_each_other_let_injected_work_in) {
  if (std::getenv("NUTHATCH_TEST_VIRTUAL") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
    GTEST_SKIP() << "virtual workers run one call at a time";
  }
  on_runtime([this](runtime& r) {
    event other;
    std::atomic<bool> began = false;
    std::thread foreign([&] {
      while (!began) {
        std::this_thread::yield();
      }
      r.run([&] { other.happen(); });
    });
    r.run([&] {
      for (unsigned i = 0; i < workers(); ++i) {
        async(help_first, [&] { go_on_until(other, began); });
      }
    });
    foreign.join();
  });
}

TEST_P(private_tasks_test, that_follow_each_other_let_launched_tasks_begin) {
  on_runtime([this](runtime& r) {
    event other;
    std::atomic<bool> began = false;
    r.run([&] {
      const future<void> waits = launch([&] { other.happen(); });
      finish([&] {
        for (unsigned i = 0; i < workers(); ++i) {
          async(help_first, [&] { go_on_until(other, began); });
        }
      });
    });
  });
}

void go_on_in_until(group& all, event& other) {
  if (!other.happened()) {
    all.spawn([&] { go_on_in_until(all, other); });
  }
}

TEST_P(private_tasks_test, group_that_goes_on_lets_launched_tasks_begin) {
  on_runtime([](runtime& r) {
    event other;
    r.run([&] {
      const future<void> waits = launch([&] { other.happen(); });
      group all;
      go_on_in_until(all, other);
      all.wait();
    });
  });
}

TEST_P(private_tasks_test, that_follow_each_other_let_older_ones_of_outer_finishes_run) {
  on_runtime([](runtime& r) {
    event other;
    std::atomic<bool> began = false;
    r.run([&] {
      async(help_first, [&] { other.happen(); });
      finish([&] { go_on_until(other, began); });
    });
  });
}

/// Stolen forks are queued together with tasks of groups.
void fork_and_group(int depth, std::atomic<int>& leaves) {
  if (depth == 0) {
    ++leaves;
    return;
  }
  fork_join([&, depth] { fork_and_group(depth - 1, leaves); },
            [&, depth] { fork_and_group(depth - 1, leaves); });
  group all;
  all.spawn([&, depth] { fork_and_group(depth - 1, leaves); });
  finish([&] {
    async(help_first, [&, depth] { fork_and_group(depth - 1, leaves); });
    fork_join([] {}, [] {});
  });
  all.wait();
}

TEST_P(private_tasks_test, lie_beside_forks_of_others) {
  on_runtime([](runtime& r) {
    for (int round = 0; round < 10; ++round) {
      std::atomic<int> leaves = 0;
      r.run([&leaves] { fork_and_group(5, leaves); });
      EXPECT_EQ(leaves, 1024);
    }
  });
}

struct fails_twice {
  bool live = true;

  fails_twice() = default;

  fails_twice(fails_twice&& from) noexcept : live(std::exchange(from.live, false)) {}

  fails_twice& operator=(fails_twice&&) = delete;
  fails_twice(const fails_twice&) = delete;
  fails_twice& operator=(const fails_twice&) = delete;

  ~fails_twice() noexcept(false) {
    if (live) {
      throw std::runtime_error("closure");
    }
  }

  void operator()() const { throw std::runtime_error("body"); }
};

TEST_P(private_tasks_test, launched_ones_tell_all_that_was_thrown) {
  on_runtime([](runtime& r) {
    r.run([] {
      try {
        launch(fails_twice()).get();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const task_errors& both) {
        EXPECT_EQ(both.all().size(), 2U);
      }
    });
  });
}

}  // namespace
}  // namespace nuthatch
