// SPDX-License-Identifier: Apache-2.0

// Schedules of spliced programs, replayed under conditions in which the programs would otherwise be
// divided differently.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>

#include "effort.hpp"
#include "perturbed_workers.hpp"
#include "recorded_program.hpp"
#include "runtime_test.hpp"
#include "seed.hpp"
#include "splice/random_nest.hpp"

namespace nuthatch::testing {
namespace {

/// A program and its runtime, both of which follow from the seed.
struct drawn_run {
  explicit drawn_run(std::uint64_t seed)
      : chance(seed),
        on{chance() % 2 == 0 ? "work_stealing" : "channel",
           static_cast<unsigned>(2 + chance() % 7)},
        policy(chance() % 2 == 0 ? spawn_policy::work_first : spawn_policy::help_first),
        program(chance,
                {.rows = static_cast<std::ptrdiff_t>(2 + chance() % 20),
                 .columns = static_cast<std::ptrdiff_t>(1 + chance() % 20),
                 .calls = 1 + chance() % 10,
                 .depth = static_cast<unsigned>(1 + chance() % 6),
                 .alike = chance() % 4 != 0}),
        group(1 + chance() % 8),
        how{.check_locality = chance() % 4 != 0, .delay_all = chance() % 4 == 0} {}

  std::mt19937_64 chance;
  setting on;
  spawn_policy policy;
  random_nest<> program;
  std::size_t group;
  splice_options how;
};

struct scheduled_run {
  std::vector<std::uint64_t> found;
  std::uint64_t taken_rows;
  std::uint64_t steals;
  schedule ran;
  replay_result how;
};

scheduled_run record_run(drawn_run& of, std::uint64_t seed) {
  const perturbed_workers r(of.on, seed, of.policy);
  of.program.pace = seed;
  scheduled_run done;
  done.ran = r->run([&] {
    return nuthatch::record([&] { done.found = of.program.run_spliced(of.group, of.how); });
  });
  done.taken_rows = of.program.counts.taken_rows;
  done.steals = got_from_others(r->statistics());
  return done;
}

scheduled_run replay_run(drawn_run& of, const schedule& by, replay_mode mode, std::uint64_t seed) {
  const perturbed_workers r(of.on, seed, of.policy);
  of.program.pace = seed;
  scheduled_run done;
  done.how = r->run([&] {
    return nuthatch::replay(
        by, mode, [&] { done.found = of.program.run_spliced(of.group, of.how); });
  });
  done.ran = done.how.ran;
  done.taken_rows = of.program.counts.taken_rows;
  done.steals = got_from_others(r->statistics());
  return done;
}

/// Returns the first difference. It is empty if a strict replay has the same steps on the same
/// workers and no steals, and, in order, if each worker has its steps in the same order.
std::string strict_difference(const scheduled_run& first,
                              const scheduled_run& again,
                              bool ordered) {
  if (again.how.mismatches != 0) {
    return "a mismatch: " + again.how.first_mismatch;
  }
  if (again.how.missing_steps != 0 || again.steals != 0) {
    return std::to_string(again.how.missing_steps) + " missing steps, " +
           std::to_string(again.steals) + " steals";
  }
  if (again.taken_rows != first.taken_rows) {
    return std::to_string(first.taken_rows) + " rows were taken, and then " +
           std::to_string(again.taken_rows);
  }
  return ordered ? first_difference(*first.ran.tree(), *again.ran.tree()) : "";
}

/// Which rows are taken determines what can be taken below them. So a replay has to take the same
/// rows as the recording.
TEST(scheduled_nests, strict_is_as_recorded) {
  const std::size_t count = rounds(1'000);
  std::array<std::size_t, 2> wrong{};
  std::array<std::string, 2> first_wrong;
  std::uint64_t taken = 0;
  std::size_t differing = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t seed = testing::seed() + 3 * i;
    SCOPED_TRACE("NUTHATCH_TEST_SEED=" + std::to_string(seed));
    drawn_run what(seed);
    const std::vector<std::uint64_t> expected = what.program.run_in_order();
    const scheduled_run first = record_run(what, seed + 1);
    ASSERT_EQ(first.found, expected);
    taken += first.taken_rows;
    differing += record_run(what, seed + 2).taken_rows != first.taken_rows ? 1 : 0;
    for (const replay_mode mode : {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
      const bool ordered = mode == replay_mode::strict_ordered;
      const scheduled_run again = replay_run(what, first.ran, mode, seed + 2);
      ASSERT_EQ(again.found, expected);
      const std::string how = strict_difference(first, again, ordered);
      if (!how.empty() && wrong.at(ordered ? 0 : 1)++ == 0) {
        first_wrong.at(ordered ? 0 : 1) = "NUTHATCH_TEST_SEED=" + std::to_string(seed) + ": " + how;
      }
    }
    ASSERT_EQ(replay_run(what, first.ran, replay_mode::relaxed, seed + 2).found, expected);
  }
  EXPECT_EQ(wrong[0], 0U) << "of " << count << ", ordered; " << first_wrong[0];
  EXPECT_EQ(wrong[1], 0U) << "of " << count << ", unordered; " << first_wrong[1];
  std::cout << taken << " rows taken; " << differing << " of " << count
            << " programs differ in that without a replay\n";
}

/// On real workers a replay cannot have other costs. Most programs end before any other worker has
/// woken up, so there are several programs for each runtime.
TEST(scheduled_nests, strict_is_as_recorded_on_workers) {
  const std::uint64_t first_seed = testing::seed();
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < rounds(30); ++i) {
    const drawn_run of(first_seed + i);
    options wanted;
    wanted.scheduler = of.on.scheduler;
    wanted.workers = of.on.workers;
    wanted.policy = of.policy;
    runtime workers(wanted);
    for (std::size_t j = 0; j < 20; ++j) {
      SCOPED_TRACE("NUTHATCH_TEST_SEED=" + std::to_string(first_seed + i) + ", program " +
                   std::to_string(j));
      drawn_run what((first_seed + i) * 100 + j);
      const std::vector<std::uint64_t> expected = what.program.run_in_order();
      const auto run = [&what, &expected] {
        ASSERT_EQ(what.program.run_spliced(what.group, what.how), expected);
      };
      scheduled_run first;
      first.ran = workers.run([&run] { return nuthatch::record(run); });
      first.taken_rows = what.program.counts.taken_rows;
      taken += first.taken_rows;
      for (const replay_mode mode :
           {replay_mode::strict_unordered, replay_mode::strict_ordered, replay_mode::relaxed}) {
        const std::uint64_t stolen = got_from_others(workers.statistics());
        scheduled_run again;
        again.how = workers.run([&] { return nuthatch::replay(first.ran, mode, run); });
        again.ran = again.how.ran;
        again.taken_rows = what.program.counts.taken_rows;
        again.steals = got_from_others(workers.statistics()) - stolen;
        ASSERT_EQ(again.how.mismatches, 0U) << again.how.first_mismatch;
        // Not in order, a worker may reach its fork before its calls return, or only then.
        if (mode == replay_mode::strict_ordered) {
          ASSERT_EQ(strict_difference(first, again, true), "");
        }
      }
    }
  }
  if (rounds(30) >= 30) {
    EXPECT_GT(taken, 0U);
  }
}

/// Spliced time steps, group by group, as a phase that finds its own schedule.
TEST(scheduled_nests, are_phases_that_keep_their_schedule) {
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < rounds(20); ++i) {
    const std::uint64_t seed = testing::seed() + i;
    SCOPED_TRACE("NUTHATCH_TEST_SEED=" + std::to_string(seed));
    std::mt19937_64 chance(seed);
    random_nest<> program(chance,
                          {.rows = 40, .columns = 30, .calls = 8, .depth = 7, .alike = true});
    const std::vector<std::uint64_t> expected = program.run_in_order();
    const perturbed_workers r({"work_stealing", 4}, seed);
    // The phase keeps its schedule at any cost, because the workers are held up at random.
    persistent_phase phase({.imbalance_threshold = 1});
    const auto run_phase = [&] {
      r->run([&] { phase.run([&] { ASSERT_EQ(program.run_spliced(4, {}), expected); }); });
    };
    for (int runs = 0; phase.stage() != phase_stage::replaying; ++runs) {
      ASSERT_LT(runs, 12);
      run_phase();
    }
    run_phase();  // the settled schedule may have had missing steps
    const schedule kept = phase.next_schedule();
    const std::uint64_t stolen = got_from_others(r->statistics());
    const std::uint64_t rows = program.counts.taken_rows;
    for (int runs = 0; runs < 5; ++runs) {
      run_phase();
      ASSERT_EQ(phase.stage(), phase_stage::replaying);
      ASSERT_EQ(phase.last().missing_steps + phase.last().mismatches, 0U)
          << phase.last().first_mismatch;
      ASSERT_EQ(first_difference(*kept.tree(), *phase.last().ran.tree()), "");
      ASSERT_EQ(program.counts.taken_rows, rows);
    }
    ASSERT_EQ(got_from_others(r->statistics()), stolen);
    ASSERT_EQ(phase.restarts(), 0U);
    taken += rows;
  }
  if (rounds(20) >= 10) {
    EXPECT_GT(taken, 0U);
  }
  std::cout << taken << " rows taken by schedules that are kept\n";
}

}  // namespace
}  // namespace nuthatch::testing
