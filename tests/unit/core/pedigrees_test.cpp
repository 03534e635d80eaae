// SPDX-License-Identifier: Apache-2.0

// Pedigrees of tasks; see src/core/replay/pedigrees.hpp.

#include "core/replay/pedigrees.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <nuthatch/limit_workers.hpp>
#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "effort.hpp"
#include "numbered_program.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using core::child_pedigree_hash;
using detail::pedigree;
using testing::numbered_program;

class pedigrees_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(pedigrees_test);

pedigree current_pedigree() {
  return core::worker::current().pedigrees().current();
}

// Another program has computed these values. They must not change, because later versions read
// files that name tasks.
TEST(child_pedigree_hash, stays_what_it_is) {
  EXPECT_EQ(child_pedigree_hash({1, 0}), 0xea8568d2e45fd6cbU);
  EXPECT_EQ(child_pedigree_hash({1, 1}), 0xdec1469c8d51e97bU);
  EXPECT_EQ(child_pedigree_hash({0xfedcba9876543210, 1'000'000}), 0x4871c6db718bb30fU);
  EXPECT_EQ(child_pedigree_hash({0, 5}), 0U) << "what is in no region has no number";
}

TEST_P(pedigrees_test, tasks_are_where_they_count_to_be) {
  on_runtime([](runtime& r) {
    for (std::uint64_t root = 1; root <= testing::rounds(50); ++root) {
      numbered_program program(root);
      r.run([&program] { program.run(); });
      ASSERT_EQ(program.errors(), 0U) << "root " << root;
      EXPECT_GT(program.tasks(), 0U);
    }
  });
}

// The tasks are the same under other schedulers, numbers of workers, steals, and policies by
// option.
TEST_P(pedigrees_test, numbers_do_not_depend_on_who_runs_what) {
  static std::uint64_t first = 0;  // of the first setting that runs in this process
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

TEST_P(pedigrees_test, regions_run_beside_each_other_and_inside_of_others) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (std::uint64_t round = 1; round <= testing::rounds(10); ++round) {
        numbered_program one(round);
        numbered_program other(1'000 + round);
        fork_join([&one] { one.run(); }, [&other] { other.run(); });
        EXPECT_EQ(one.errors() + other.errors(), 0U);
        EXPECT_EQ(current_pedigree().task_hash, 0U) << "outside of all regions";
      }
      numbered_program inner(7);
      {
        const core::recorded_region outer(core::worker::current(), {5, 0});
        finish([&inner] {
          fork_join([&inner] { inner.run(); },
                    [] { EXPECT_EQ(current_pedigree().spawn_rank, 1U); });
          EXPECT_EQ(current_pedigree().task_hash, 5U);
          EXPECT_EQ(current_pedigree().spawn_rank, 1U)
              << "what an inner region spawns counts there";
          inner.run();
          EXPECT_EQ(current_pedigree().spawn_rank, 1U);
        });
      }
      EXPECT_EQ(inner.errors(), 0U);
    });
    EXPECT_EQ(r.statistics().spawns, 0U) << "spawns are not counted for statistics";
  });
}

/// Each call has a number of its own. The recursion moves to further stacks many times.
template <class Policy>
void recurse(Policy policy, pedigree at, int depth, std::atomic<int>& errors) {
  const auto check = [&at, &errors] {
    const pedigree found = current_pedigree();
    errors += found.task_hash != at.task_hash || found.spawn_rank != at.spawn_rank ? 1 : 0;
  };
  check();
  if (depth > 0) {
    const std::uint64_t child = child_pedigree_hash(at);
    ++at.spawn_rank;
    fork_join(
        policy,
        [=, &errors] { recurse(policy, pedigree{child, 0}, depth - 1, errors); },
        [&at, &check] {
          check();
          fork_join([] {}, [] {});
          ++at.spawn_rank;
        });
    check();
  }
}

TEST_P(pedigrees_test, further_stacks_do_not_count) {
  constexpr int deep = 1'500;
  configuration().stack_size = std::size_t{64} << 10;
  expect_depth(deep);
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> errors = 0;
    r.run([&errors, policy] {
      const core::recorded_region region(core::worker::current(), {3, 0});
      finish([&errors, policy] { recurse(policy, pedigree{3, 0}, deep, errors); });
    });
    EXPECT_EQ(errors, 0);
  });
}

// A fork that runs in place, because its finish limits the workers, is a spawn like any other.
TEST_P(pedigrees_test, forks_under_a_limit_of_workers_count) {
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> errors = 0;
    for (const unsigned limit : {1U, 2U, 3U}) {
      r.run([&errors, policy, limit] {
        const core::recorded_region region(core::worker::current(), {3, 0});
        limit_workers(limit, [&errors, policy] { recurse(policy, pedigree{3, 0}, 40, errors); });
      });
    }
    EXPECT_EQ(errors, 0);
  });
}

// The child of the scope that runs in place is published together with everything below it.
TEST_P(pedigrees_test, what_was_given_away_in_place_comes_back_to_its_task) {
  on_runtime([](runtime& r) {
    r.run([] {
      const core::recorded_region region(core::worker::current(), {11, 0});
      finish([] {
        const unsigned workers = core::worker::current().team().size();
        scope s;
        for (unsigned i = 0; i < 4; ++i) {
          s.spawn(help_first, [i, workers] {
            const std::uint64_t mine = current_pedigree().task_hash;
            EXPECT_EQ(mine, child_pedigree_hash({11, i}));
            testing::hop_to(i % workers);
            EXPECT_EQ(current_pedigree().task_hash, mine);
            fork_join([] {}, [] {});
            EXPECT_EQ(current_pedigree().spawn_rank, 1U);
          });
        }
        s.sync();
        EXPECT_EQ(current_pedigree().task_hash, 11U);
        EXPECT_EQ(current_pedigree().spawn_rank, 4U);
      });
    });
  });
}

}  // namespace
}  // namespace nuthatch
