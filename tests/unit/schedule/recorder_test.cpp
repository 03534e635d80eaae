// SPDX-License-Identifier: Apache-2.0

// Compares recorded steal trees with what the tasks themselves observed.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

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
using testing::differences;
using testing::numbered_program;

class recorder_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(recorder_test);

steal_tree record(runtime& r, numbered_program& program, std::uint64_t root) {
  steal_tree made;
  r.run([&] { made = testing::record(program, root); });
  return made;
}

/// Returns whether the step follows the spawn of a fork that the program has noted.
bool is_of_a_fork(const step& one, const numbered_program& program) {
  if (one.what.kind != step_kind::second_callable && one.what.kind != step_kind::continuation) {
    return false;
  }
  return std::ranges::any_of(program.forks(), [&one](const numbered_program::fork_seen& each) {
    return each.at.task_hash == one.what.at.task_hash &&
           each.at.spawn_rank == one.what.at.spawn_rank;
  });
}

TEST_P(recorder_test, steps_say_where_everything_ran) {
  std::size_t stolen = 0;
  on_each_policy([&stolen](runtime& r, auto /*policy*/) {
    for (std::uint64_t root = 1; root <= testing::rounds(40); ++root) {
      numbered_program program(root);
      const steal_tree made = record(r, program, root);
      ASSERT_EQ(program.errors(), 0U) << "root " << root;
      ASSERT_EQ(differences(made, program), 0U) << "root " << root;
      EXPECT_TRUE(made.complete);
      stolen += made.steps.size() - 1;
    }
  });
  EXPECT_GT(stolen, 0U) << "what waits goes on in a step of its own";
}

// A task that moves to another stack, or returns from there, may move to another worker as well.
TEST_P(recorder_test, steps_say_where_deep_recursions_ran) {
  configuration().stack_size = std::size_t{detail::sanitized ? 64U : 32U} << 10;
  expect_depth(1'000);
  on_each_policy([](runtime& r, auto /*policy*/) {
    for (std::uint64_t root = 1; root <= testing::rounds(40); ++root) {
      numbered_program program(root);
      const steal_tree made = record(r, program, root);
      ASSERT_EQ(program.errors(), 0U) << "root " << root;
      ASSERT_EQ(differences(made, program), 0U) << "root " << root;
      for (std::uint32_t i = 1; i < made.steps.size(); ++i) {
        ASSERT_LT(made.steps[i].parent_step, i) << "root " << root;
      }
    }
  });
}

TEST_P(recorder_test, steps_are_a_tree_in_order) {
  on_runtime([](runtime& r) {
    for (std::uint64_t root = 201; root <= 200 + testing::rounds(20); ++root) {
      numbered_program program(root);
      const steal_tree made = record(r, program, root);
      ASSERT_FALSE(made.steps.empty());
      EXPECT_EQ(made.root, root);
      EXPECT_EQ(made.steps.front().what.at.task_hash, root);
      EXPECT_EQ(made.steps.front().what.kind, step_kind::region);
      EXPECT_EQ(made.steps.front().parent_step, no_step);
      for (std::uint32_t i = 1; i < made.steps.size(); ++i) {
        ASSERT_LT(made.steps[i].parent_step, i) << "what gives a step comes before it";
        ASSERT_LT(made.steps[i - 1].sequence_number, made.steps[i].sequence_number);
        ASSERT_LT(made.steps[i].worker, made.workers);
      }
    }
  });
}

TEST_P(recorder_test, a_changed_worker_is_noticed) {
  if (workers() < 2) {
    GTEST_SKIP() << "there is no other worker";
  }
  on_runtime([this](runtime& r) {
    constexpr unsigned most = 100;
    unsigned changed = 0;
    for (std::uint64_t root = 1; root <= testing::rounds(20) || changed == 0; ++root) {
      numbered_program program(root);
      steal_tree made = record(r, program, root);
      for (step& each : made.steps) {
        if (changed < most && is_of_a_fork(each, program)) {
          const std::uint32_t before = std::exchange(each.worker, (each.worker + 1) % workers());
          ASSERT_GT(differences(made, program), 0U);
          ++changed;
          each.worker = before;
        }
      }
    }
  });
}

}  // namespace
}  // namespace nuthatch::schedules
