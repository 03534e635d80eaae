// SPDX-License-Identifier: Apache-2.0

// Replays by the public functions.

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/schedule.hpp>

#include "runtime_test.hpp"
#include "schedule/steal_tree.hpp"
#include "small_programs.hpp"

namespace nuthatch::schedules {
namespace {

class replay_call_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(replay_call_test);

constexpr replay_mode all_modes[] = {
    replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed};

using testing::fib;

TEST_P(replay_call_test, runs_a_program_as_its_schedule_says) {
  on_each_policy([](runtime& r, auto /*policy*/) {
    for (const replay_mode mode : all_modes) {
      int result = 0;
      r.run([&] {
        const schedule made = record([] { static_cast<void>(fib(16)); });
        const replay_result first = replay(made, mode, [&] { result = fib(16); });
        EXPECT_EQ(result, 987);
        EXPECT_EQ(first.mode, mode);
        EXPECT_EQ(first.mismatches, 0U) << first.first_mismatch;
        EXPECT_LT(first.donations, made.steps());
        EXPECT_GE(first.idle_seconds, 0);
        if (mode != replay_mode::relaxed) {
          EXPECT_EQ(first.missing_steps, 0U);
          EXPECT_EQ(first.ran.migrated(), made.migrated());
          // Not in order, tasks may have waited that did not wait in the recording.
          EXPECT_GE(first.ran.steps(), made.steps());
          EXPECT_TRUE(mode == replay_mode::strict_unordered || first.ran.steps() == made.steps());
        }
        const replay_result second = replay(first.ran, mode, [&] { result = fib(16); });
        EXPECT_EQ(second.mismatches, 0U) << "a schedule that a replay has made";
      });
    }
  });
}

TEST_P(replay_call_test, of_nothing_leaves_everything_where_it_began) {
  on_runtime([](runtime& r) {
    int result = 0;
    const replay_result done = r.run(
        [&] { return replay(schedule(), replay_mode::strict_ordered, [&] { result = fib(16); }); });
    EXPECT_EQ(result, 987);
    EXPECT_EQ(done.ran.steps(), 1U);
    EXPECT_EQ(done.donations + done.missing_steps + done.mismatches, 0U);
  });
}

TEST_P(replay_call_test, follows_a_schedule_of_more_workers) {
  options other = configuration();
  other.workers = workers() + 2;
  schedule made;
  {
    runtime more(other);
    made = more.run([] { return record([] { static_cast<void>(fib(18)); }); });
  }
  on_runtime([&made](runtime& r) {
    for (const replay_mode mode : all_modes) {
      int result = 0;
      const replay_result done =
          r.run([&] { return replay(made, mode, [&] { result = fib(18); }); });
      EXPECT_EQ(result, 2584);
      EXPECT_EQ(done.mismatches, 0U);
      EXPECT_EQ(done.mode,
                mode == replay_mode::strict_ordered ? replay_mode::strict_unordered : mode);
    }
  });
}

TEST_P(replay_call_test, passes_on_what_is_thrown_and_replays_again) {
  on_runtime([](runtime& r) {
    const auto program = [] {
      fork_join([] { static_cast<void>(fib(10)); }, [] { throw std::runtime_error("the second"); });
    };
    for (const replay_mode mode : all_modes) {
      r.run([&] {
        const schedule made = record([] { static_cast<void>(fib(10)); });
        EXPECT_THROW(static_cast<void>(replay(made, mode, program)), std::runtime_error);
        int result = 0;
        static_cast<void>(replay(made, mode, [&] { result = fib(10); }));
        EXPECT_EQ(result, 55);
      });
    }
  });
}

/// Each call uses that many bytes of its stack, so the stacks end at different places.
template <std::size_t Bytes>
void deep_groups(int depth, std::atomic<int>& ran) {
  std::array<volatile char, Bytes> local;
  local[0] = 1;
  ran += local[0];
  if (depth > 1) {
    group below;
    below.spawn([&ran, depth] { deep_groups<Bytes>(depth - 1, ran); });
    below.wait();
  }
}

template <std::size_t Bytes>
void deep_loops(int depth, std::atomic<int>& ran) {
  std::array<volatile char, Bytes> local;
  local[0] = 1;
  ran += local[0];
  if (depth > 1) {
    parallel_for(0, 2, [&ran, depth](int i) {
      if (i == 1) {
        deep_loops<Bytes>(depth - 1, ran);
      }
    });
  }
}

void follow_deeply(runtime& r, auto program) {
  constexpr int depth = 2'000;
  r.run([&] {
    std::atomic<int> ran = 0;
    const schedule made = record([&] { program(depth, ran); });
    for (const replay_mode mode : all_modes) {
      ran = 0;
      static_cast<void>(replay(made, mode, [&] { program(depth, ran); }));
      EXPECT_EQ(ran, depth);
    }
  });
}

TEST_P(replay_call_test, groups_may_be_deep) {
  on_runtime([](runtime& r) {
    follow_deeply(r, deep_groups<16>);
    follow_deeply(r, deep_groups<48>);
    follow_deeply(r, deep_groups<80>);
    follow_deeply(r, deep_groups<112>);
    follow_deeply(r, deep_groups<300>);
  });
}

TEST_P(replay_call_test, loops_may_be_deep) {
  on_runtime([](runtime& r) {
    follow_deeply(r, deep_loops<16>);
    follow_deeply(r, deep_loops<300>);
  });
}

TEST_P(replay_call_test, refuses_modes_that_there_are_not) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_THROW(static_cast<void>(replay(schedule(), static_cast<replay_mode>(7), [] {})),
                   error);
    });
  });
}

TEST(replay_call_test_places, goes_back_to_its_place) {
  options wanted;
  wanted.workers = 4;
  wanted.places = "2:2";
  const virtual_runtime pretended(wanted, "2x2");
  pretended->run([] {
    const auto program = [] {
      parallel_for(0, 100, [](int) {});
    };
    const schedule made = record(program);
    finish([&] {
      async(at(place(1)), [&] {
        static_cast<void>(replay(made, replay_mode::strict_unordered, program));
        EXPECT_EQ(here().index(), 1U);
        static_cast<void>(designated([] {}));
        EXPECT_EQ(here().index(), 1U);
        EXPECT_THROW(static_cast<void>(replay(
                         made, replay_mode::relaxed, [] { throw std::runtime_error("mine"); })),
                     std::runtime_error);
        EXPECT_EQ(here().index(), 1U);
      });
    });
  });
}

TEST_P(replay_call_test, refuses_another_one_that_is_not_inside) {
  on_runtime([](runtime& r) {
    r.run([] {
      static_cast<void>(replay(schedule(), replay_mode::relaxed, [] {
        launch([] {
          EXPECT_THROW(static_cast<void>(replay(schedule(), replay_mode::relaxed, [] {})), error);
        }).get();
      }));
    });
  });
}

// The outermost replay determines where everything runs, including what inner ones spawn.
TEST_P(replay_call_test, runs_one_inside_as_the_outer_one_says) {
  on_each_policy([](runtime& r, auto /*policy*/) {
    r.run([] {
      const schedule inner = record([] { static_cast<void>(fib(10)); });
      int results = 0;
      const auto with_others_inside = [&] {
        std::atomic<int> sum = fib(8);
        fork_join(
            [&] {
              const replay_result first =
                  replay(inner, replay_mode::strict_ordered, [&] { sum += fib(10); });
              EXPECT_TRUE(first.inside);
              EXPECT_GE(first.seconds, 0);
            },
            [&] {
              const replay_result second =
                  replay(inner, replay_mode::relaxed, [&] { sum += fib(9); });
              EXPECT_TRUE(second.inside);
            });
        results += sum == 21 + 55 + 34 ? 1 : 0;
      };
      const schedule made = record(with_others_inside);
      for (const replay_mode mode : all_modes) {
        const replay_result done = replay(made, mode, with_others_inside);
        EXPECT_FALSE(done.inside);
        EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
        EXPECT_TRUE(mode == replay_mode::relaxed || done.missing_steps == 0U);
      }
      EXPECT_EQ(results, 4);
    });
  });
}

TEST_P(replay_call_test, passes_on_what_is_thrown_inside) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto throws = [] {
        static_cast<void>(replay(schedule(), replay_mode::strict_ordered, [] {
          async([] { throw std::runtime_error("mine"); });
        }));
      };
      EXPECT_THROW(static_cast<void>(record(throws)), std::runtime_error);
      EXPECT_THROW(static_cast<void>(replay(schedule(), replay_mode::strict_ordered, throws)),
                   std::runtime_error);
      EXPECT_EQ(fib(12), 144);
    });
  });
}

// Work outside of schedules runs meanwhile, and tasks of the region that wait for it resume.
TEST_P(replay_call_test, runs_what_is_outside) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    const auto program = [&ran, policy] {
      scope children;
      for (int i = 0; i < 20; ++i) {
        children.spawn(policy, [&ran] {
          future<int> outside = launch([] { return fib(8); });
          static_cast<void>(fib(6));
          ran += outside.get();
        });
      }
      children.sync();
    };
    for (const replay_mode mode : all_modes) {
      r.run([&] {
        const schedule made = record(program);
        static_cast<void>(replay(made, mode, program));
      });
    }
    EXPECT_EQ(ran, 20 * 21 * 6);
  });
}

/// Leaves that take 10 microseconds, or 20 times as long on one worker.
void spawn_leaves(spawn_policy by, unsigned leaves, unsigned slow) {
  if (leaves == 1) {
    charge_work(worker_index() == slow ? 200'000 : 10'000);
    return;
  }
  const auto first = [=] {
    spawn_leaves(by, leaves / 2, slow);
  };
  const auto second = [=] {
    spawn_leaves(by, leaves - leaves / 2, slow);
  };
  if (by == spawn_policy::work_first) {
    fork_join(work_first, first, second);
  } else {
    fork_join(help_first, first, second);
  }
}

// Other workers also take what was sent to the slow worker and has not begun.
TEST(replay_call_test_virtual, relaxed_takes_work_off_a_slow_worker) {
  constexpr unsigned workers = 32;
  constexpr unsigned leaves = 3'200;
  constexpr unsigned nobody = workers;
  for (const spawn_policy policy : {spawn_policy::work_first, spawn_policy::help_first}) {
    options wanted;
    wanted.workers = workers;
    const virtual_runtime pretended(wanted);
    pretended->run([policy] {
      const schedule made = record([policy] { spawn_leaves(policy, leaves, nobody); });
      const auto seconds = [&](replay_mode mode, unsigned slow) {
        return replay(made, mode, [&] { spawn_leaves(policy, leaves, slow); }).seconds;
      };
      const double before = seconds(replay_mode::relaxed, nobody);
      EXPECT_GT(seconds(replay_mode::strict_ordered, 3), 10 * before);
      EXPECT_LT(seconds(replay_mode::relaxed, 3), 1.75 * before);  // some leaves begin late
    });
  }
}

TEST(replay_call_test_foreign, replays_in_the_default_runtime) {
  const schedule made = record([] { static_cast<void>(fib(12)); });
  int result = 0;
  const replay_result done = replay(made, replay_mode::strict_unordered, [&] { result = fib(12); });
  EXPECT_EQ(result, 144);
  EXPECT_EQ(done.mismatches, 0U);
}

}  // namespace
}  // namespace nuthatch::schedules
