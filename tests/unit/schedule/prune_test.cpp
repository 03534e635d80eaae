// SPDX-License-Identifier: Apache-2.0

// Schedules without their smallest pieces.

#include "schedule/prune.hpp"

#include <cstddef>
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "numbered_program.hpp"
#include "recorded_program.hpp"
#include "runtime_test.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {
namespace {

using detail::step_kind;

/// A chain of tasks, each the child of the previous one, whose remainders all went to worker 1; and
/// the second spawn of the root.
steal_tree descent() {
  steal_tree made{.root = 1, .workers = 2, .steps = {}, .path_spawns = {}};
  made.steps.push_back({{{1, 0}, 0, step_kind::region}, 0, no_step, 0});
  made.steps.push_back({{{1, 0}, 0, step_kind::continuation}, 1, 0, 1});
  made.steps.push_back({{{10, 0}, 0, step_kind::continuation}, 1, 0, 2});
  made.steps.push_back({{{100, 0}, 0, step_kind::continuation}, 1, 0, 3});
  made.steps.push_back({{{1, 1}, 0, step_kind::continuation}, 0, 1, 4});
  made.steps.push_back({{{100, 0}, 0, step_kind::join}, 0, 3, 5});
  made.steps.push_back({{{10, 0}, 0, step_kind::join}, 0, 2, 6});
  made.steps.push_back({{{1, 1}, 0, step_kind::join}, 0, 4, 7});
  return made;
}

TEST(prune_test, takes_the_deepest_away_first) {
  const steal_tree whole = descent();
  const auto tasks = [&whole](unsigned percent) {
    std::multiset<std::uint64_t> found;
    const steal_tree left = pruned(whole, percent);
    for (const step& each : left.steps) {
      found.insert(each.what.at.task_hash);
      EXPECT_TRUE(each.parent_step == no_step || each.parent_step < left.steps.size());
    }
    return found;
  };
  using set = std::multiset<std::uint64_t>;
  EXPECT_EQ(tasks(0), (set{1, 1, 1, 1, 10, 10, 100, 100}));
  EXPECT_EQ(tasks(25), (set{1, 1, 1, 1, 10, 10}));
  EXPECT_EQ(tasks(50), (set{1, 1, 1, 1}));
  EXPECT_EQ(tasks(75), (set{1, 1}));
  EXPECT_EQ(tasks(100), (set{1}));
  EXPECT_FALSE(pruned(whole, 0).ordered);
}

TEST(prune_test, refuses_more_than_everything) {
  EXPECT_THROW(static_cast<void>(schedule().pruned(101)), error);
  EXPECT_EQ(schedule().pruned(100).steps(), 0U);
}

class pruned_replay_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(pruned_replay_test);

// Work that a pruned schedule leaves on its worker runs there, and the answer is the same.
TEST_P(pruned_replay_test, runs_in_every_mode) {
  on_each_policy([decides_kinds = GetParam().scheduler == "slaw"](runtime& r, auto /*policy*/) {
    for (std::uint64_t root = 1; root <= testing::rounds(10); ++root) {
      testing::numbered_program program(root, 4, testing::numbered_program::reach::inside);
      steal_tree made;
      r.run([&] { made = testing::record(program, root); });
      std::size_t before = steals_in(made) + 1;
      for (const unsigned percent : {30U, 85U}) {
        const steal_tree by = pruned(made, percent);
        EXPECT_EQ(steals_in(by), steals_in(made) * (100 - percent) / 100);
        EXPECT_LT(steals_in(by), before);
        before = steals_in(by) + 1;
        for (const replay_mode mode :
             {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
          testing::numbered_program again(root, 4, testing::numbered_program::reach::inside);
          testing::replayed_program done;
          r.run([&] { done = testing::replay(again, by, mode); });
          ASSERT_EQ(again.errors(), 0U) << "root " << root;
          ASSERT_EQ(testing::differences(done.ran, again), 0U) << "root " << root;
          if (mode != replay_mode::relaxed && !decides_kinds) {
            ASSERT_EQ(done.how.mismatches, 0U) << done.how.first_mismatch;
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch::schedules
