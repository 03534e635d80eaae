// SPDX-License-Identifier: Apache-2.0

// Numbers of tasks: src/core/positions.hpp.

#include "core/positions.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "effort.hpp"
#include "numbered_program.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using core::number_of_spawn;
using detail::spawn_position;
using testing::numbered_program;

class positions_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(positions_test);

spawn_position here() {
  return core::worker::current().here();
}

// Computed by another program; files that name tasks are read by later versions.
TEST(number_of_spawn, stays_what_it_is) {
  EXPECT_EQ(number_of_spawn({1, 0}), 0xea8568d2e45fd6cbU);
  EXPECT_EQ(number_of_spawn({1, 1}), 0xdec1469c8d51e97bU);
  EXPECT_EQ(number_of_spawn({0xfedcba9876543210, 1'000'000}), 0x4871c6db718bb30fU);
  EXPECT_EQ(number_of_spawn({0, 5}), 0U) << "what is in no region has no number";
}

TEST_P(positions_test, tasks_are_where_they_count_to_be) {
  on_runtime([](runtime& r) {
    for (std::uint64_t root = 1; root <= testing::rounds(50); ++root) {
      numbered_program program(root);
      r.run([&program] { program.run(); });
      ASSERT_EQ(program.errors(), 0U) << "root " << root;
      EXPECT_GT(program.tasks(), 0U);
    }
  });
}

// Other schedulers, numbers of workers, steals, policies by option: the same tasks.
TEST_P(positions_test, numbers_do_not_depend_on_who_runs_what) {
  static std::uint64_t first = 0;  // of all settings that run in this process
  on_each_policy([](runtime& r, auto /*policy*/) {
    std::uint64_t together = 0;
    for (std::uint64_t root = 100; root < 100 + testing::rounds(6); ++root) {
      numbered_program program(root);
      r.run([&program] { program.run(); });
      together = together * 31 + program.fingerprint() + program.tasks();
    }
    first = first == 0 ? together : first;
    EXPECT_EQ(together, first);
  });
}

TEST_P(positions_test, regions_run_beside_each_other_and_inside_of_others) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (std::uint64_t round = 1; round <= testing::rounds(10); ++round) {
        numbered_program one(round);
        numbered_program other(1'000 + round);
        fork_join([&one] { one.run(); }, [&other] { other.run(); });
        EXPECT_EQ(one.errors() + other.errors(), 0U);
        EXPECT_EQ(here().task, 0U) << "outside of all regions";
      }
      numbered_program inner(7);
      {
        const core::numbered_region outer(core::worker::current(), {5, 0});
        finish([&inner] {
          fork_join([&inner] { inner.run(); }, [] { EXPECT_EQ(here().spawns, 1U); });
          EXPECT_EQ(here().task, 5U);
          EXPECT_EQ(here().spawns, 1U) << "what an inner region spawns counts there";
          inner.run();
          EXPECT_EQ(here().spawns, 1U);
        });
      }
      EXPECT_EQ(inner.errors(), 0U);
    });
    EXPECT_EQ(r.statistics().spawns, 0U) << "spawns are not counted for statistics";
  });
}

/// Each call with a number of its own, until the stack has been exchanged for further ones many
/// times.
template <class Policy>
void recurse(Policy policy, spawn_position at, int depth, std::atomic<int>& errors) {
  const auto check = [&at, &errors] {
    const spawn_position found = here();
    errors += found.task != at.task || found.spawns != at.spawns ? 1 : 0;
  };
  check();
  if (depth > 0) {
    const std::uint64_t child = number_of_spawn(at);
    ++at.spawns;
    fork_join(
        policy,
        [=, &errors] { recurse(policy, spawn_position{child, 0}, depth - 1, errors); },
        [&at, &check] {
          check();
          fork_join([] {}, [] {});
          ++at.spawns;
        });
    check();
  }
}

TEST_P(positions_test, further_stacks_do_not_count) {
  constexpr int deep = 1'500;
  configuration().stack_size = std::size_t{64} << 10;
  expect_depth(deep);
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> errors = 0;
    r.run([&errors, policy] {
      const core::numbered_region region(core::worker::current(), {3, 0});
      finish([&errors, policy] { recurse(policy, spawn_position{3, 0}, deep, errors); });
    });
    EXPECT_EQ(errors, 0);
  });
}

// The child of the scope that runs in place is given away together with all that is below it.
TEST_P(positions_test, what_was_given_away_in_place_comes_back_to_its_task) {
  on_runtime([](runtime& r) {
    r.run([] {
      const core::numbered_region region(core::worker::current(), {11, 0});
      finish([] {
        const unsigned workers = core::worker::current().team().size();
        scope s;
        for (unsigned i = 0; i < 4; ++i) {
          s.spawn(help_first, [i, workers] {
            const std::uint64_t mine = here().task;
            EXPECT_EQ(mine, number_of_spawn({11, i}));
            testing::hop_to(i % workers);
            EXPECT_EQ(here().task, mine);
            fork_join([] {}, [] {});
            EXPECT_EQ(here().spawns, 1U);
          });
        }
        s.sync();
        EXPECT_EQ(here().task, 11U);
        EXPECT_EQ(here().spawns, 4U);
      });
    });
  });
}

}  // namespace
}  // namespace nuthatch
