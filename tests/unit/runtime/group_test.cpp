// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "event.hpp"
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
      group g;
      testing::event over;
      std::atomic<int> told = 0;
      g.spawn([&over] { over.hold(); });
      const auto wait = [&] {
        try {
          g.wait();
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
