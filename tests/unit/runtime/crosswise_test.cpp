// SPDX-License-Identifier: Apache-2.0

// Constructs that are not nested in each other: finishes begin and end in the middle of scopes.

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;
using testing::event;

class crosswise_test : public testing::runtime_test {
 protected:
  /// Runs body(policy) as a root task, for each policy, and with work-first asyncs of its children.
  template <class Body>
  void in_task(Body body) {
    on_each_policy([&body](runtime& r, auto policy) {
      for (int round = 0; round < 5; ++round) {
        r.run([&] { body(policy); });
      }
    });
  }
};

NUTHATCH_ON_EVERY_SCHEDULER(crosswise_test);

TEST_P(crosswise_test, child_outlives_the_finish_that_it_was_spawned_in) {
  in_task([](auto policy) {
    std::atomic<int> ended = 0;
    event finish_over;
    scope s;
    finish([&] {
      s.spawn(policy, [&, c = counted()] {
        finish_over.hold();
        async(policy, [&, c = counted()] { ++ended; });
        async(help_first, [&, c = counted()] { async([&] { ++ended; }); });
      });
    });
    finish_over.happen();
    s.sync();
    EXPECT_EQ(ended, 2) << "its asyncs are part of it";
  });
}

TEST_P(crosswise_test, child_that_is_joined_in_the_finish_has_ended_with_its_asyncs) {
  in_task([](auto policy) {
    std::atomic<int> ended = 0;
    scope s;
    for (int round = 1; round <= 3; ++round) {
      finish([&] {
        for (int i = 0; i < 5; ++i) {
          s.spawn(policy, [&, policy] { async(policy, [&] { ++ended; }); });
        }
        s.sync();
        EXPECT_EQ(ended, 5 * round);
      });
    }
  });
}

TEST_P(crosswise_test, inner_finish_does_not_wait_for_asyncs_of_children_from_outside) {
  in_task([](auto /*policy*/) {
    std::atomic<int> ended = 0;
    event inner_over;
    finish([&] {
      scope s;
      s.spawn(help_first, [&] {
        async(help_first, [&] {
          inner_over.hold();
          ++ended;
        });
      });
      finish([&] { s.sync(); });
      inner_over.happen();
    });
    EXPECT_EQ(ended, 1);
  });
}

TEST_P(crosswise_test, children_in_and_out_of_a_finish_mix) {
  in_task([](auto policy) {
    std::atomic<int> children = 0;
    std::atomic<int> asyncs = 0;
    finish([&] {
      scope outer;
      scope other;
      const auto child = [&, policy] {
        ++children;
        async(policy, [&] { ++asyncs; });
      };
      for (int i = 0; i < 4; ++i) {
        outer.spawn(policy, child);
        finish([&] {
          outer.spawn(policy, child);
          scope inner;
          inner.spawn(policy, child);
          other.spawn(policy, child);
          finish([&] {
            inner.spawn(policy, child);
            outer.spawn(help_first, child);
          });
          if (i % 2 == 0) {
            outer.sync();
          }
          inner.sync();
        });
        outer.spawn(policy, child);
        other.sync();
      }
      outer.sync();
      EXPECT_EQ(children, 28);
    });
    EXPECT_EQ(asyncs, 28);
  });
}

TEST_P(crosswise_test, scope_outlives_the_finish_that_it_began_in) {
  in_task([](auto policy) {
    std::atomic<int> ended = 0;
    finish([&] {
      event finish_over;
      std::optional<scope> late;
      std::optional<scope> early;
      finish([&] {
        late.emplace();
        early.emplace();
        early->spawn(policy, [&] {
          finish_over.hold();
          async(policy, [&] { ++ended; });
        });
      });
      finish_over.happen();
      finish([&] {
        late->spawn(policy, [&] { async(policy, [&] { ++ended; }); });
        late->sync();
        EXPECT_GE(ended, 1);
      });
      late->spawn(policy, [&] { async(policy, [&] { ++ended; }); });
      late->sync();
      early->sync();
      EXPECT_GE(ended, 2);
      late.reset();
      early.reset();
      finish([] {});
    });
    EXPECT_EQ(ended, 3);
  });
}

TEST_P(crosswise_test, scopes_on_the_heap) {
  in_task([](auto policy) {
    std::atomic<int> ended = 0;
    auto kept = std::make_unique<scope>();
    for (int round = 1; round <= 3; ++round) {
      for (int i = 0; i < 5; ++i) {
        kept->spawn(policy, [&] { async(policy, [&] { ++ended; }); });
      }
      finish([&] { kept->spawn(policy, [&] { ++ended; }); });
      kept->sync();
      EXPECT_EQ(ended, 6 * round);
    }
    std::unique_ptr<scope> inside;
    finish([&] {
      inside = std::make_unique<scope>();
      inside->spawn(policy, [&] { async(policy, [&] { ++ended; }); });
    });
    inside->spawn(policy, [&] { ++ended; });
    inside.reset();
    EXPECT_EQ(ended, 20);
  });
}

TEST_P(crosswise_test, exceptions_of_children_and_their_asyncs_arrive_at_the_join) {
  in_task([](auto policy) {
    scope s;
    finish([&] {
      s.spawn(policy, [policy] {
        async(policy, [] { throw std::runtime_error("async"); });
        throw std::runtime_error("child");
      });
    });
    try {
      s.sync();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const task_errors& both) {
      EXPECT_EQ(both.all().size(), 2U);
    }
    s.sync();
  });
}

int deep(scope& outer, int depth, std::atomic<int>& children) {
  if (depth == 0) {
    return 0;
  }
  scope s;
  int below = 0;
  finish([&] {
    s.spawn([&children] { async([&children] { ++children; }); });
    if (depth % 64 == 0) {
      outer.spawn([&children] { ++children; });
    }
    below = deep(outer, depth - 1, children);
  });
  s.sync();
  return below + 1;
}

TEST_P(crosswise_test, over_many_stacks_as_well) {
  configuration().stack_size = std::size_t{16} << 20;  // frames are large without optimisation
  on_runtime([](runtime& r) {
    r.run([] {
      constexpr int depth = 640;
      std::atomic<int> children = 0;
      scope outer;
      EXPECT_EQ(deep(outer, depth, children), depth);
      outer.sync();
      EXPECT_EQ(children, depth + depth / 64);
    });
  });
}

TEST_P(crosswise_test, foreign_scopes_are_filled_and_joined_in_a_call_of_their_thread) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ended = 0;
    scope s;
    finish([&] { s.spawn(policy, [&] { async(policy, [&] { ++ended; }); }); });
    s.sync();
    EXPECT_EQ(ended, 1);
    finish([&] {
      s.spawn(policy, [&] { async(policy, [&] { ++ended; }); });
      s.sync();
      EXPECT_EQ(ended, 2);
    });
    s.spawn(policy, [&] { ++ended; });  // in the default runtime
    r.run([&] {
      s.spawn(policy, [&] { async(policy, [&] { ++ended; }); });
      s.sync();
      EXPECT_EQ(ended, 4);
    });
    s.sync();
  });
}

}  // namespace
}  // namespace nuthatch
