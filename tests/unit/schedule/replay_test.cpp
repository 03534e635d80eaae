// SPDX-License-Identifier: Apache-2.0

// Compares replays with what the tasks themselves observed.

#include <cstdint>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "numbered_program.hpp"
#include "recorded_program.hpp"
#include "runtime_test.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {
namespace {

using testing::differences;
using testing::first_difference;
using testing::numbered_program;
using testing::replayed_program;

class replay_test : public testing::runtime_test {
 protected:
  /// Returns whether the scheduler chooses the kinds of adaptive spawns at run time.
  bool decides_kinds() { return GetParam().scheduler == "slaw"; }
};

NUTHATCH_ON_EVERY_SCHEDULER(replay_test);

constexpr auto inside = numbered_program::reach::inside;
constexpr auto everything = numbered_program::reach::everything;

steal_tree record(runtime& r, std::uint64_t root, numbered_program::reach how = inside) {
  steal_tree made;
  r.run([&] {
    numbered_program program(root, 4, how);
    made = testing::record(program, root);
  });
  return made;
}

TEST_P(replay_test, strict_keeps_workers) {
  if (decides_kinds()) {
    GTEST_SKIP() << "what adaptive spawns do is not recorded where there is no step";
  }
  on_each_policy([](runtime& r, auto /*policy*/) {
    for (std::uint64_t root = 1; root <= testing::rounds(40); ++root) {
      const steal_tree made = record(r, root);
      numbered_program again(root, 4, inside);
      replayed_program done;
      r.run([&] { done = testing::replay(again, made, replay_mode::strict_unordered); });
      ASSERT_EQ(again.errors(), 0U) << "root " << root;
      ASSERT_EQ(done.how.mismatches, 0U) << "root " << root << ": " << done.how.first_mismatch;
      ASSERT_EQ(done.how.missing_steps, 0U)
          << "root " << root << ", " << first_difference(made, done.ran);
      ASSERT_EQ(differences(made, again), 0U)
          << "root " << root << ", " << first_difference(made, done.ran);
    }
  });
}

TEST_P(replay_test, ordered_keeps_the_order) {
  if (decides_kinds()) {
    GTEST_SKIP() << "what adaptive spawns do is not recorded where there is no step";
  }
  on_each_policy([](runtime& r, auto /*policy*/) {
    for (std::uint64_t root = 1; root <= testing::rounds(40); ++root) {
      const steal_tree made = record(r, root);
      numbered_program again(root, 4, inside);
      replayed_program done;
      r.run([&] { done = testing::replay(again, made, replay_mode::strict_ordered); });
      ASSERT_EQ(again.errors(), 0U) << "root " << root;
      ASSERT_EQ(done.how.mismatches, 0U) << "root " << root << ": " << done.how.first_mismatch;
      ASSERT_EQ(done.how.missing_steps, 0U)
          << "root " << root << ", " << first_difference(made, done.ran);
      ASSERT_EQ(differences(made, again), 0U)
          << "root " << root << ", " << first_difference(made, done.ran);
      ASSERT_EQ(first_difference(made, done.ran), "") << "root " << root;
    }
  });
}

TEST_P(replay_test, relaxed_runs_everything) {
  on_each_policy([this](runtime& r, auto /*policy*/) {
    for (std::uint64_t root = 1; root <= testing::rounds(40); ++root) {
      const steal_tree made = record(r, root, everything);
      numbered_program again(root);
      replayed_program done;
      r.run([&] { done = testing::replay(again, made, replay_mode::relaxed); });
      ASSERT_EQ(again.errors(), 0U) << "root " << root;
      if (!decides_kinds()) {
        ASSERT_EQ(done.how.mismatches, 0U) << "root " << root << ": " << done.how.first_mismatch;
      }
      ASSERT_EQ(differences(done.ran, again), 0U) << "root " << root;
    }
    const statistics counted = r.statistics();
    EXPECT_EQ(counted.steals, counted.local_steals + counted.remote_steals);
  });
}

// The schedule is of another program, which has other spawns under the same numbers.
TEST_P(replay_test, a_schedule_that_does_not_fit_loses_nothing) {
  on_each_policy([](runtime& r, auto /*policy*/) {
    for (const replay_mode mode :
         {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
      for (std::uint64_t root = 1; root <= testing::rounds(20); ++root) {
        const steal_tree made = record(r, root, everything);
        numbered_program alone(root, 3);
        r.run([&] { alone.run(); });
        numbered_program again(root, 3);
        replayed_program done;
        r.run([&] { done = testing::replay(again, made, mode); });
        ASSERT_EQ(again.errors(), 0U) << "root " << root;
        ASSERT_EQ(again.fingerprint(), alone.fingerprint()) << "root " << root;
        ASSERT_EQ(differences(done.ran, again), 0U) << "root " << root;
      }
    }
  });
}

// Launched tasks, waits for groups, and tasks that send themselves to a worker are outside of
// schedules.
TEST_P(replay_test, what_is_outside_comes_to_its_end) {
  on_each_policy([](runtime& r, auto /*policy*/) {
    for (const replay_mode mode : {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
      for (std::uint64_t root = 1; root <= testing::rounds(20); ++root) {
        const steal_tree made = record(r, root, everything);
        numbered_program again(root);
        replayed_program done;
        r.run([&] { done = testing::replay(again, made, mode); });
        ASSERT_EQ(again.errors(), 0U) << "root " << root;
        ASSERT_EQ(differences(done.ran, again), 0U) << "root " << root;
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch::schedules
