// SPDX-License-Identifier: Apache-2.0

// Replays that depend on work outside of schedules: tasks that are sent to places, isolated blocks,
// groups.

#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"
#include "small_programs.hpp"

namespace nuthatch::schedules {
namespace {

class replay_outside_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(replay_outside_test);

constexpr std::array strict_modes{replay_mode::strict_ordered, replay_mode::strict_unordered};
constexpr std::array all_modes{
    replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed};

using testing::fib;

/// Gives other workers time to reach their joins, on real and virtual workers.
void take_a_while() {
  charge_work(200'000);
  for (std::atomic<int> turns = 0; turns < 20'000; ++turns) {
  }
}

void follow_strictly(runtime& r, const auto& program) {
  r.run([&] {
    const schedule made = record(program);
    for (const replay_mode mode : strict_modes) {
      const replay_result done = replay(made, mode, program);
      EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
    }
  });
}

TEST_P(replay_outside_test, a_finish_waits_for_a_task_sent_to_a_place) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> sum = 0;
    follow_strictly(r, [&sum, policy] {
      finish([&] {
        async(at(place(0)), [&] {
          take_a_while();
          sum += fib(5);
        });
        async(policy, [&] { sum += fib(6); });
      });
      sum += fib(7);
    });
    EXPECT_EQ(sum, 3 * (5 + 8 + 13));
  });
}

// In an ordered replay, tasks get the block in another order than in the recording. So the second
// task to get it holds up the first one, by a launched task that waits for the block.
TEST_P(replay_outside_test, launched_tasks_wait_for_blocks_in_another_order) {
  if (GetParam().workers < 3) {
    return;
  }
  on_runtime([](runtime& r) {
    int sum = 0;
    const auto program = [&sum](bool first_waits) {
      finish([&sum, first_waits] {
        designate_after_next_spawn(2);
        async(help_first, [&sum, first_waits] {
          if (first_waits) {
            take_a_while();
          }
          launch([&sum] { isolated(on(sum), [&sum] { ++sum; }); }).get();
          scope later;
          designate_after_next_spawn(1);
          later.spawn(help_first, [] { take_a_while(); });
          later.sync();
        });
        if (!first_waits) {
          take_a_while();
          take_a_while();
        }
        isolated(on(sum), [&sum] {
          take_a_while();
          scope inner;
          designate_after_next_spawn(1);
          inner.spawn(help_first, [] { take_a_while(); });
          inner.sync();
          ++sum;
        });
      });
    };
    r.run([&] {
      const schedule made = designated([&] { program(false); });
      for (const replay_mode mode : all_modes) {
        for (std::uint64_t round = 0; round < testing::rounds(10); ++round) {
          static_cast<void>(replay(made, mode, [&] { program(true); }));
        }
      }
    });
    EXPECT_EQ(sum, static_cast<int>(2 + 6 * testing::rounds(10)));
  });
}

// The same with a child that is never spawned.
TEST_P(replay_outside_test, launched_tasks_wait_for_blocks_whose_tasks_wait_in_vain) {
  if (GetParam().workers < 3) {
    return;
  }
  on_runtime([](runtime& r) {
    std::atomic<int> sum = 0;
    int object = 0;
    const auto program = [&](bool leaves_out) {
      future<void> later;
      finish([&] {
        isolated(on(object), [&] {
          fork_join(
              help_first,
              [leaves_out] {
                if (!leaves_out) {
                  scope children;
                  designate_after_next_spawn(1);
                  children.spawn(help_first, [] {});
                }
              },
              [] {});
          later = launch([&] { isolated(on(object), [&sum] { ++sum; }); });
          designate_after_next_spawn(2);
          async(help_first, [&] {
            later.get();
            ++sum;
          });
          scope inner;
          designate_after_next_spawn(1);
          inner.spawn(help_first, [&sum] { ++sum; });
          inner.sync();
        });
      });
    };
    r.run([&] {
      const schedule made = designated([&] { program(false); });
      for (const replay_mode mode : all_modes) {
        for (std::uint64_t round = 0; round < testing::rounds(10); ++round) {
          static_cast<void>(replay(made, mode, [&] { program(true); }));
        }
      }
    });
    EXPECT_EQ(sum, static_cast<int>(3 + 9 * testing::rounds(10)));
  });
}

TEST_P(replay_outside_test, a_group_waits_for_a_launched_task) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> sum = 0;
    follow_strictly(r, [&sum, policy] {
      group all;
      future<void> outside = launch([&] {
        all.spawn([&] {
          take_a_while();
          sum += fib(5);
        });
      });
      all.spawn([&] { sum += fib(6); });
      fork_join(policy, [&] { sum += fib(3); }, [&] { sum += fib(4); });
      outside.get();
      all.wait();
    });
    EXPECT_EQ(sum, 3 * (5 + 8 + 2 + 3));
  });
}

// Waits for children of older scopes and for tasks of older groups are outside of the replay.
TEST_P(replay_outside_test, children_of_older_scopes_outlive_it) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    constexpr int children = 4;
    const auto spawn_into = [&ran, policy](scope& older, group& tasks) {
      for (int i = 0; i < children; ++i) {
        older.spawn(policy, [&ran] { ran += fib(3); });
        tasks.spawn([&ran] { ran += fib(4); });
      }
    };
    r.run([&] {
      schedule made;
      for (const replay_mode mode : all_modes) {
        scope older;
        group tasks;
        if (made.steps() == 0) {
          made = record([&] { spawn_into(older, tasks); });
        } else {
          static_cast<void>(replay(made, mode, [&] { spawn_into(older, tasks); }));
          static_cast<void>(replay(schedule(), mode, [&] { spawn_into(older, tasks); }));
        }
        older.sync();
        tasks.wait();
      }
    });
    EXPECT_EQ(ran, 5 * children * (2 + 3));
  });
}

// A wait for older children runs them in the middle of the region.
TEST_P(replay_outside_test, an_older_scope_is_synced_inside) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    constexpr int children = 4;
    const auto program = [&ran, policy](scope& older) {
      fork_join(policy, [&] { ran += fib(3); }, [&] { ran += fib(4); });
      older.spawn(policy, [&ran] { ran += fib(6); });
      older.sync();
      fork_join(policy, [&] { ran += fib(5); }, [&] { ran += fib(2); });
    };
    r.run([&] {
      schedule made;
      for (const replay_mode mode : all_modes) {
        scope older;
        for (int i = 0; i < children; ++i) {
          older.spawn(policy, [&ran, policy] {
            fork_join(policy, [&] { ran += fib(3); }, [&] { ran += fib(3); });
          });
        }
        if (made.steps() == 0) {
          made = record([&] { program(older); });
        }
        static_cast<void>(replay(made, mode, [&] { program(older); }));
      }
    });
    EXPECT_EQ(ran, 3 * children * (2 + 2) + 4 * (2 + 3 + 8 + 5 + 1));
  });
}

// Scopes and groups that are created in the region need not end there. Their addresses determine
// whether they do.
TEST_P(replay_outside_test, groups_and_scopes_that_are_made_inside_but_may_outlive_it) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    constexpr int tasks = 4;
    r.run([&] {
      schedule made;
      for (const replay_mode mode : all_modes) {
        std::optional<group> here;
        std::optional<scope> older;
        std::unique_ptr<group> elsewhere;
        const auto program = [&] {
          here.emplace();
          older.emplace();
          elsewhere = std::make_unique<group>();
          for (int i = 0; i < tasks; ++i) {
            here->spawn([&ran] { ran += fib(3); });
            elsewhere->spawn([&ran] { ran += fib(4); });
            older->spawn(policy, [&ran] { ran += fib(5); });
          }
        };
        const auto join_all = [&] {
          here->wait();
          older->sync();
          elsewhere->wait();
        };
        if (made.steps() == 0) {
          made = record(program);
          join_all();
        }
        static_cast<void>(replay(made, mode, program));
        join_all();
      }
    });
    EXPECT_EQ(ran, 4 * tasks * (2 + 3 + 5));
  });
}

// Both end inside of the region, so everything that they spawn has its worker.
TEST_P(replay_outside_test, scopes_and_groups_around_a_finish_inside_are_followed) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    constexpr int tasks = 4;
    const auto program = [&ran, policy] {
      scope around;
      group all;
      finish([&] {
        for (int i = 0; i < tasks; ++i) {
          around.spawn(policy, [&ran] { ran += fib(3); });
          all.spawn([&ran] { ran += fib(4); });
        }
      });
      around.sync();
      all.wait();
    };
    r.run([&] {
      const schedule made = record(program);
      for (const replay_mode mode : strict_modes) {
        const replay_result done = replay(made, mode, program);
        EXPECT_EQ(done.missing_steps, 0U);
        EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
        // Each child and each task of a group is a step, whichever worker runs it.
        EXPECT_GT(done.ran.steps(), 2U * tasks);
      }
    });
    EXPECT_EQ(ran, 3 * tasks * (2 + 3));
  });
}

// Schedules do not determine which task enters a block first. Blocks spawn, so they wait for
// workers that wait for their turn behind a task that waits for the block.
TEST_P(replay_outside_test, isolated_blocks_that_spawn_come_to_an_end) {
  on_each_policy([](runtime& r, auto policy) {
    constexpr int tasks = 6;
    const auto runs = static_cast<int>(testing::rounds(20));
    int together = 0;
    const auto program = [&together, policy] {
      finish([&] {
        for (int i = 0; i < tasks; ++i) {
          async(policy, [&, i] {
            if (i % 2 == 0) {
              take_a_while();
            }
            isolated([&] {
              int first = 0;
              int second = 0;
              fork_join(policy, [&] { first = fib(5); }, [&] { second = fib(4); });
              together += first + second;
            });
          });
        }
      });
    };
    r.run([&] {
      for (int i = 0; i < runs; ++i) {
        const schedule made = record(program);
        for (const replay_mode mode : strict_modes) {
          static_cast<void>(replay(made, mode, program));
        }
      }
    });
    EXPECT_EQ(together, runs * 3 * tasks * (5 + 3));
  });
}

}  // namespace
}  // namespace nuthatch::schedules
