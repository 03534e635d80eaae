// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "event.hpp"
#include "hop.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;
using testing::event;

class group_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(group_test);

void grow(group& all, std::atomic<int>& ran, int depth) {
  ++ran;
  if (depth > 0) {
    all.spawn([&, depth, c = counted()] { grow(all, ran, depth - 1); });
    all.spawn([&, depth, c = counted()] { grow(all, ran, depth - 1); });
  }
}

TEST_P(group_test, tasks_spawn_into_the_group_that_they_belong_to) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      group all;
      grow(all, ran, 10);
      all.wait();
      EXPECT_EQ(ran, 2047);
      grow(all, ran, 2);  // the group can be used again
      all.wait();
      EXPECT_EQ(ran, 2054);
    });
  });
}

TEST_P(group_test, can_stay_empty) {
  on_runtime([](runtime& r) {
    r.run([] {
      const group never_used;
      group g;
      g.wait();
      g.wait();
    });
  });
}

TEST_P(group_test, two_tasks_spawn_into_the_same) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ran = 0;
      {
        group both;
        scope s;
        for (int i = 0; i < 2; ++i) {
          s.spawn(policy, [&] {
            for (int k = 0; k < 50; ++k) {
              both.spawn([&, c = counted()] { ++ran; });
            }
          });
        }
        s.sync();
      }
      EXPECT_EQ(ran, 100);
    });
  });
}

std::uint64_t fib_by_groups(unsigned n) {
  if (n < 2) {
    return n;
  }
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  group both;
  both.spawn([&first, n] { first = fib_by_groups(n - 1); });
  both.spawn([&second, n] { second = fib_by_groups(n - 2); });
  both.wait();
  return first + second;
}

TEST_P(group_test, nests) {
  on_runtime([](runtime& r) { r.run([] { EXPECT_EQ(fib_by_groups(18), 2584U); }); });
}

/// A group that lies on the stack of a task that does not own it.
struct lent_group {
  std::optional<group> tasks;
  event made;
  event filled;
  std::atomic<int> ran = 0;
  int seen = 0;  // by the owner, when its wait returned

  /// The owner's part; `until_filled` waits until all tasks have been added.
  template <class Wait>
  void own(Wait until_filled) {
    tasks.emplace();
    made.happen();
    until_filled();
    tasks->wait();
    seen = ran;
    tasks.reset();
  }

  void fill() {
    for (int i = 0; i < 8; ++i) {
      tasks->spawn([this] { ++ran; });
    }
    filled.happen();
  }
};

TEST_P(group_test, may_belong_to_a_foreign_thread) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (int round = 0; round < 20; ++round) {
        lent_group lent;
        std::thread owner([&lent] { lent.own([&lent] { lent.filled.occupy(); }); });
        lent.made.occupy();
        lent.fill();
        owner.join();
        EXPECT_EQ(lent.seen, 8);
      }
    });
  });
}

TEST_P(group_test, may_belong_to_a_child) {
  if (workers() == 1) {
    GTEST_SKIP() << "the parent keeps the worker";
  }
  on_runtime([](runtime& r) {
    r.run([] {
      for (int round = 0; round < 20; ++round) {
        lent_group lent;
        scope s;
        s.spawn(help_first, [&lent] { lent.own([&lent] { lent.filled.hold(); }); });
        lent.made.hold();
        lent.fill();
        s.sync();
        EXPECT_EQ(lent.seen, 8);
      }
    });
  });
}

// The worker keeps tasks of both groups in one list.
TEST_P(group_test, is_waited_for_in_any_order) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (const bool first_in_order : {true, false}) {
        std::array<std::atomic<int>, 2> ran{};
        group first;
        group second;
        for (int i = 0; i < 100; ++i) {
          first.spawn([&ran] { ++ran[0]; });
          second.spawn([&ran] { ++ran[1]; });
        }
        (first_in_order ? first : second).wait();
        EXPECT_EQ(ran[first_in_order ? 0 : 1], 100);
        (first_in_order ? second : first).wait();
        EXPECT_EQ(ran[0] + ran[1], 200);
      }
    });
  });
}

// The worker publishes the tasks that it keeps before it suspends their owner.
TEST_P(group_test, owner_may_move_to_another_worker) {
  on_runtime([this](runtime& r) {
    r.run([this] {
      std::atomic<int> ran = 0;
      group g;
      for (unsigned i = 0; i < 10; ++i) {
        g.spawn([&ran, c = counted()] { ++ran; });
        testing::hop_to(i % workers());
        g.spawn([&ran, c = counted()] { ++ran; });
      }
      g.wait();
      EXPECT_EQ(ran, 20);
    });
  });
}

// The worker keeps such tasks until another one requests work.
TEST_P(group_test, tasks_run_while_their_owner_works) {
  if (workers() == 1) {
    GTEST_SKIP() << "the owner keeps the worker";
  }
  on_runtime([](runtime& r) {
    r.run([] {
      event ran;
      group g;
      g.spawn([&ran] { ran.happen(); });
      ran.hold();
    });
  });
}

// Between the owner's spawns, asyncs of the finish around it and children of a scope are spawned.
TEST_P(group_test, mixes_with_other_spawns) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> asyncs = 0;
      std::atomic<int> children = 0;
      finish([&] {
        std::atomic<int> ran = 0;
        group g;
        scope s;
        for (int i = 0; i < 50; ++i) {
          async(policy, [&asyncs] { ++asyncs; });
          g.spawn([&] {
            ++ran;
            async(policy, [&ran] { ++ran; });
          });
          s.spawn(policy, [&children] { ++children; });
        }
        g.wait();
        EXPECT_EQ(ran, 100);
        s.sync();
        EXPECT_EQ(children, 50);
      });
      EXPECT_EQ(asyncs, 50);
    });
  });
}

TEST_P(group_test, waits_for_asyncs_and_nests_in_finishes_crosswise) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ran = 0;
      event finish_over;
      group g;
      finish([&] {
        g.spawn([&] {
          finish_over.hold();
          async(policy, [&] { async(policy, [&] { ++ran; }); });
          finish([&] { g.spawn([&] { ++ran; }); });
        });
      });
      finish_over.happen();
      finish([&] {
        g.wait();
        EXPECT_EQ(ran, 2);
      });
    });
  });
}

TEST_P(group_test, throws_what_its_tasks_throw) {
  on_runtime([](runtime& r) {
    r.run([] {
      group g;
      g.spawn([&] {
        g.spawn([] { throw std::runtime_error("second"); });
        throw std::runtime_error("first");
      });
      try {
        g.wait();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const task_errors& both) {
        EXPECT_EQ(both.all().size(), 2U);
      }
      g.wait();
      EXPECT_THROW(
          {
            group lost;
            lost.spawn([] { throw std::runtime_error("lost"); });
            throw std::logic_error("in flight");
          },
          std::logic_error);
      EXPECT_THROW(
          {
            group ended;
            ended.spawn([] { throw std::runtime_error("kept"); });
          },
          std::runtime_error);
    });
  });
}

TEST_P(group_test, takes_arguments_as_they_are_given) {
  on_runtime([](runtime& r) {
    r.run([] {
      int seen = 0;
      group g;
      g.spawn([](std::unique_ptr<int> only, int& out) { out = *only; },
              std::make_unique<int>(7),
              std::ref(seen));
      g.wait();
      EXPECT_EQ(seen, 7);
    });
  });
}

TEST_P(group_test, foreign_threads_and_other_runtimes_spawn_into_it) {
  on_runtime([](runtime& r) {
    r.run([] {
      options one;
      one.workers = 1;
      std::atomic<int> ran = 0;
      std::atomic<int> elsewhere = 0;
      const core::team* const home = &core::worker::current().team();
      group g;
      const auto task = [&] {
        ++ran;
        elsewhere += &core::worker::current().team() == home ? 0 : 1;
      };
      std::thread([&] {
        for (int i = 0; i < 10; ++i) {
          g.spawn(task);
        }
      }).join();
      runtime(one).run([&] {
        for (int i = 0; i < 10; ++i) {
          g.spawn(task);
        }
      });
      g.wait();
      EXPECT_EQ(ran, 20);
      EXPECT_EQ(elsewhere, 0) << "tasks run in the runtime of their group";
    });
    group foreign;
    std::atomic<int> ran = 0;
    foreign.spawn([&] { foreign.spawn([&] { ++ran; }); });
    r.run([&] { foreign.spawn([&] { ++ran; }); });
    foreign.wait();
    EXPECT_EQ(ran, 2);
  });
}

// Tasks of the group look for the finishes around them. The finish in which the group was created
// is not one of these any more.
TEST_P(group_test, may_outlive_the_finish_that_it_was_made_in) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::unique_ptr<group> made;
      finish([&made] { made = std::make_unique<group>(); });
      std::atomic<int> ran = 0;
      made->spawn([&ran] {
        group of_its_own;
        of_its_own.spawn([&ran] { ++ran; });
        of_its_own.wait();
      });
      made->wait();
      EXPECT_EQ(ran, 1);
    });
  });
}

TEST_P(group_test, a_task_that_waits_for_its_own_group_is_told) {
  on_runtime([](runtime& r) {
    r.run([] {
      group g;
      g.spawn([&g] { EXPECT_THROW(g.wait(), error); });
      g.spawn([&g] {
        finish([&g] { async([&g] { EXPECT_THROW(g.wait(), error); }); });
        group of_its_own;
        of_its_own.spawn([] {});
        of_its_own.wait();
      });
      g.wait();
    });
  });
}

TEST_P(group_test, a_second_one_that_waits_is_told) {
  if (workers() == 1) {
    GTEST_SKIP() << "the first one keeps the worker";
  }
  on_runtime([](runtime& r) {
    r.run([] {
      // Not on the stack, where its owner would keep the task, and each other task would be told.
      const auto g = std::make_unique<group>();
      testing::event over;
      std::atomic<int> told = 0;
      g->spawn([&over] { over.hold(); });
      const auto wait = [&] {
        try {
          g->wait();
        } catch (const error&) {
          ++told;
          over.happen();
        }
      };
      const future<void> one = launch(wait);
      const future<void> other = launch(wait);
      one.wait();
      other.wait();
      EXPECT_EQ(told, 1);
    });
  });
}

}  // namespace
}  // namespace nuthatch
