// SPDX-License-Identifier: Apache-2.0

// Forces each slow path of spawns and joins: tasks hold their worker until the expected event has
// happened on another worker.

#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;
using testing::event;
using testing::suspension_watch;
using testing::worker_here;

class steal_test : public testing::runtime_test {};

// At least two workers, because another one has to take the work.
NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(steal_test, {2, 3, 8});

TEST_P(steal_test, stolen_continuation_waits_for_its_child) {
  on_runtime([](runtime& r) {
    r.run([&r] {
      event continued;
      const suspension_watch watch(r);
      auto [child, continuation] = fork_join(
          work_first,
          [&, c = counted(7)] {
            const unsigned here = worker_here();
            continued.hold();
            watch.hold();  // the continuation has ended as well, and its task waits for this child
            EXPECT_EQ(worker_here(), here);
            EXPECT_EQ(c.value(), 7);
            return here;
          },
          [&] {
            continued.happen();
            return worker_here();
          });
      EXPECT_NE(child, continuation);
      EXPECT_EQ(watch.seen(), 1U);
    });
    EXPECT_GE(testing::got_from_others(r.statistics()), 1U);
  });
}

TEST_P(steal_test, stolen_continuation_finds_its_child_done) {
  on_runtime([](runtime& r) {
    r.run([] {
      event continued;
      event ended;
      auto [child, continuation] = fork_join(
          work_first,
          [&] {
            continued.hold();
            const unsigned here = worker_here();
            ended.happen();
            return here;
          },
          [&] {
            continued.happen();
            ended.hold();
            return worker_here();
          });
      EXPECT_NE(child, continuation);
    });
    EXPECT_GE(testing::got_from_others(r.statistics()), 1U);
  });
}

TEST_P(steal_test, pending_callable_is_stolen_and_waited_for) {
  on_runtime([](runtime& r) {
    r.run([&r] {
      event started;
      const suspension_watch watch(r);
      auto [first, second] = fork_join(
          help_first,
          [&] {
            started.hold();
            return worker_here();
          },
          [&, c = counted(7)] {
            started.happen();
            watch.hold();
            EXPECT_EQ(c.value(), 7);
            return worker_here();
          });
      EXPECT_NE(first, second);
      EXPECT_EQ(watch.seen(), 1U);
    });
  });
}

TEST_P(steal_test, pending_callable_is_stolen_and_done_first) {
  on_runtime([](runtime& r) {
    r.run([&] {
      event ended;
      auto [first, second] = fork_join(
          help_first,
          [&] {
            ended.hold();
            return worker_here();
          },
          [&] {
            const unsigned here = worker_here();
            ended.happen();
            return here;
          });
      EXPECT_NE(first, second);
    });
  });
}

constexpr int children = 20;

// The continuation of a scope is stolen from one child after the other, so each child ends on
// another worker than its spawner.
TEST_P(steal_test, scope_loses_its_continuation_to_every_child) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<event> continued(children);
      std::atomic<int> ended = 0;
      scope s;
      for (int i = 0; i < children; ++i) {
        s.spawn(work_first, [&continued, &ended, i, c = counted(i)] {
          continued[static_cast<std::size_t>(i)].hold();
          EXPECT_EQ(c.value(), i);
          ++ended;
        });
        continued[static_cast<std::size_t>(i)].happen();
      }
      s.sync();
      EXPECT_EQ(ended, children);
    });
    EXPECT_GE(testing::got_from_others(r.statistics()), static_cast<std::uint64_t>(children));
  });
}

// All workers are in children of one scope at the same time.
template <class Policy>
void fill_all_workers(runtime& r, Policy policy) {
  const unsigned workers = r.workers();
  std::atomic<unsigned> present = 0;
  std::vector<std::atomic<int>> runs(std::size_t{64} * workers);
  std::vector<std::atomic<bool>> seen(workers);
  r.run([&] {
    scope s;
    for (auto& run : runs) {
      s.spawn(policy, [&, c = counted()] {
        ++run;
        if (!seen[worker_here()].exchange(true)) {
          ++present;
        }
        testing::hold_until([&] { return present == workers; });
      });
    }
    s.sync();
  });
  for (const auto& run : runs) {
    EXPECT_EQ(run, 1);
  }
}

TEST_P(steal_test, siblings_reach_every_worker) {
  on_runtime([](runtime& r) {
    fill_all_workers(r, help_first);
    EXPECT_GE(testing::got_from_others(r.statistics()), r.workers() - 1);
  });
}

// The spawner and the first thief hold their workers until a third worker has run everything else,
// including the siblings that travelled with the first thief's.
TEST_P(steal_test, stolen_siblings_are_split_for_another_thief) {
  if (workers() < 3) {
    GTEST_SKIP() << "needs a third worker";
  }
  on_runtime([](runtime& r) {
    constexpr int siblings = 200;
    std::atomic<int> stuck = 0;
    std::atomic<int> done = 0;
    testing::while_others_are_busy(r, [&](auto release) {
      const std::uint64_t steals = r.statistics().steals;
      const std::uint64_t stolen = r.statistics().stolen_tasks;
      scope s;
      for (int i = 0; i < siblings; ++i) {
        s.spawn(help_first, [&, release, c = counted()] {
          const int order = stuck++;
          if (order == 0) {
            testing::be_asked_for_work();
            poll();
            release();
          }
          if (order < 2) {
            testing::hold_until([&] { return done == siblings - 2; });
          } else {
            ++done;
          }
        });
      }
      s.sync();
      if (testing::keeps_spawns(GetParam())) {  // otherwise each child is a separate work item
        EXPECT_GT(r.statistics().stolen_tasks - stolen, r.statistics().steals - steals);
      }
    });
    EXPECT_EQ(done, siblings - 2);
  });
}

TEST_P(steal_test, continuations_move_on_until_every_worker_has_a_child) {
  on_runtime([](runtime& r) {
    fill_all_workers(r, work_first);
    EXPECT_GE(testing::got_from_others(r.statistics()), r.workers() - 1);
  });
}

// A child that runs in place at the sync waits for an older sibling, which a thief has to take from
// below it.
TEST_P(steal_test, siblings_below_a_running_child_can_be_taken) {
  on_runtime([](runtime& r) {
    r.run([] {
      event elder_ran;
      scope s;
      s.spawn(help_first, [&] { elder_ran.happen(); });
      s.spawn(help_first, [&] { elder_ran.hold(); });
      s.sync();
    });
    EXPECT_GE(testing::got_from_others(r.statistics()), 1U);
  });
}

// Thieves take the oldest of the work at several levels, which is the largest in a recursion.
TEST_P(steal_test, oldest_work_is_taken_first) {
  if (workers() != 2 || GetParam().scheduler == "shepherd_mts") {
    GTEST_SKIP()
        << "several thieves ask for several pieces at a time, and fellow workers take the newest";
  }
  on_runtime([](runtime& r) {
    r.run([] {
      event taken;
      std::atomic<int> first_taken = 0;
      const auto pending = [&](int level) {
        return [&, level] {
          int none = 0;
          first_taken.compare_exchange_strong(none, level);
          taken.happen();
        };
      };
      fork_join(
          help_first,
          [&] { fork_join(help_first, [&] { taken.hold(); }, pending(2)); },
          pending(1));
      EXPECT_EQ(first_taken, 1);
    });
  });
}

TEST_P(steal_test, async_continuation_is_stolen) {
  on_runtime([](runtime& r) {
    event continued;
    event ended;
    r.run([&] {
      finish([&] {
        async(work_first, [&, c = counted(3)] {
          continued.hold();
          EXPECT_EQ(c.value(), 3);
          ended.happen();
        });
        continued.happen();
      });
      EXPECT_TRUE(ended.happened());
    });
  });
}

TEST_P(steal_test, finish_is_suspended_until_the_last_async_ends) {
  on_runtime([](runtime& r) {
    const suspension_watch watch(r);
    event started;
    event ended;
    r.run([&] {
      finish([&] {
        async(help_first, [&] {
          started.happen();
          watch.hold();
          ended.happen();
        });
        started.hold();
      });
      EXPECT_TRUE(ended.happened());
    });
  });
}

TEST_P(steal_test, task_that_waits_for_a_future_is_resumed) {
  on_runtime([](runtime& r) {
    r.run([&r] {
      const suspension_watch watch(r);
      event started;
      future<counted> result = launch([&] {
        started.happen();
        watch.hold();
        return counted(5);
      });
      started.hold();
      EXPECT_FALSE(result.ready());
      EXPECT_EQ(result.get().value(), 5);
      EXPECT_GE(watch.seen(), 1U);
    });
  });
}

// If a task waits, its worker runs other work, but not on top of the waiting task.
TEST_P(steal_test, worker_of_a_waiting_task_runs_others) {
  on_runtime([](runtime& r) {
    r.run([&r] {
      const unsigned tasks = 4 * r.workers();
      std::atomic<unsigned> arrived = 0;
      event open;
      future<void> gate = launch([&] { open.hold(); });
      std::vector<future<unsigned>> waiting;
      for (unsigned i = 0; i < tasks; ++i) {
        waiting.push_back(launch([&gate, &arrived, &open, tasks, i] {
          if (++arrived == tasks) {
            open.happen();
          }
          gate.wait();
          return i;
        }));
      }
      for (unsigned i = 0; i < tasks; ++i) {
        EXPECT_EQ(waiting[i].get(), i);
      }
    });
  });
}

// Every round moves stacks, blocks and continuations to thieves. They have to return to the pools.
TEST_P(steal_test, memory_stays_flat_when_everything_is_stolen) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (int i = 0; i < 300; ++i) {
        event continued;
        fork_join(work_first, [&] { continued.hold(); }, [&] { continued.happen(); });
        event ran;
        scope s;
        s.spawn(help_first, [&] { ran.happen(); });
        ran.hold();
      }
    });
    EXPECT_LE(r.statistics().stacks_peak, r.workers() * 192);
    EXPECT_LE(r.statistics().fresh_peak, r.workers() * 1024);
  });
}

}  // namespace
}  // namespace nuthatch
