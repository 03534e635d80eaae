// SPDX-License-Identifier: Apache-2.0

// Strict replays leave out spawns that the schedule keeps on one worker.

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch::schedules {
namespace {

class coarsening_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(coarsening_test);

/// Records which worker ran each leaf of a recursion, and counts the spawns.
struct leaves {
  std::vector<unsigned> workers;
  std::atomic<int> spawns = 0;

  explicit leaves(std::size_t count) : workers(count) {}

  void run_one(std::size_t i) {
    workers[i] = worker_index().value();
    charge_work(1000 + 100 * (i % 7));
  }

  void run_in_order(std::size_t first, std::size_t last) {
    for (; first != last; ++first) {
      run_one(first);
    }
  }

  template <class Policy>
  void run(Policy policy, std::size_t first, std::size_t last) {
    if (last - first == 1 || !spawns_may_migrate()) {
      run_in_order(first, last);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    ++spawns;
    fork_join(
        policy,
        [&, policy, first, middle] { run(policy, first, middle); },
        [&, policy, middle, last] { run(policy, middle, last); });
  }

  /// The ends of finishes are in tasks that omit spawns.
  template <class Policy>
  void run_under_finishes(Policy policy, std::size_t first, std::size_t last) {
    finish([&] {
      const std::size_t middle = first + (last - first) / 2;
      fork_join(
          policy,
          [&] { finish([&] { run(policy, first, middle); }); },
          [&] { finish([&] { run(policy, middle, last); }); });
    });
  }
};

constexpr std::size_t size = 600;

TEST(coarsening_test_foreign, spawns_may_migrate_outside_of_replays) {
  EXPECT_TRUE(spawns_may_migrate());
  EXPECT_EQ(replay(schedule(), replay_mode::relaxed, [] { EXPECT_TRUE(spawns_may_migrate()); })
                .missing_steps,
            0U);
  static_cast<void>(record([] { EXPECT_TRUE(spawns_may_migrate()); }));
}

TEST_P(coarsening_test, a_schedule_of_one_worker_needs_no_spawn) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      for (const replay_mode mode : {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
        leaves all(size);
        const replay_result done = replay(schedule(), mode, [&] { all.run(policy, 0, size); });
        EXPECT_EQ(all.spawns, 0);
        EXPECT_EQ(done.mismatches + done.missing_steps, 0U);
      }
    });
  });
}

TEST_P(coarsening_test, leaves_stay_on_their_workers) {
  on_each_policy([](runtime& r, auto policy) {
    for (int round = 0; round < 5; ++round) {
      r.run([policy] {
        leaves first(size);
        const schedule made = record([&] { first.run_under_finishes(policy, 0, size); });
        EXPECT_EQ(first.spawns, static_cast<int>(size) - 2);
        schedule by = made;
        for (const replay_mode mode :
             {replay_mode::strict_unordered, replay_mode::strict_ordered}) {
          leaves again(size);
          replay_result done = replay(by, mode, [&] { again.run_under_finishes(policy, 0, size); });
          EXPECT_EQ(again.workers, first.workers);
          EXPECT_LE(again.spawns, first.spawns);
          EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
          EXPECT_EQ(done.missing_steps, 0U);
          EXPECT_GE(done.ran.steps(), by.steps());
          by = std::move(done.ran);
        }
      });
    }
  });
}

TEST_P(coarsening_test, loops_leave_spawns_out_themselves) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      std::vector<unsigned> workers(size);
      std::atomic<int> blocks = 0;
      const auto note = [&](std::size_t i) {
        workers[i] = worker_index().value();
        charge_work(1000);
      };
      const schedule made =
          record([&] { parallel_for(policy, std::size_t{0}, size, note, grain{2}); });
      const std::vector<unsigned> recorded = std::exchange(workers, std::vector<unsigned>(size));
      const replay_result done = replay(made, replay_mode::strict_ordered, [&] {
        parallel_for(policy, std::size_t{0}, size, note, grain{2});
      });
      EXPECT_EQ(workers, recorded);
      EXPECT_EQ(done.missing_steps + done.mismatches, 0U) << done.first_mismatch;
      static_cast<void>(replay(schedule(), replay_mode::strict_unordered, [&] {
        parallel_for_blocked(
            policy, std::size_t{0}, size, [&](std::size_t, std::size_t) { ++blocks; });
        EXPECT_EQ(blocks, 1) << "of any size";
        parallel_for_blocked(
            policy,
            std::size_t{0},
            size,
            [](std::size_t from, std::size_t to) { EXPECT_LE(to - from, 8U) << "was asked for"; },
            grain{8});
      }));
    });
  });
}

}  // namespace
}  // namespace nuthatch::schedules
