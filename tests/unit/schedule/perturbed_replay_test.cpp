// SPDX-License-Identifier: Apache-2.0

// Replays of random programs under changed conditions: another seed, other costs of each part, and
// another machine. Without a replay, the programs would be divided differently.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "perturbed_workers.hpp"
#include "planned_program.hpp"
#include "random_plan.hpp"
#include "recorded_program.hpp"
#include "runtime_test.hpp"
#include "seed.hpp"

namespace nuthatch {
namespace {

using testing::parts_run;
using testing::perturbed_workers;
using testing::plan;
using testing::plan_maker;
using testing::planned_program;

/// The number of programs for all settings together; ten times as many with
/// NUTHATCH_TEST_EFFORT=1000.
constexpr std::size_t programs = 1'000;

struct recorded {
  schedule made;
  parts_run parts;
};

recorded record_plan(const plan& of, const testing::setting& on, std::uint64_t seed) {
  const perturbed_workers r(on, seed);
  planned_program program(of, seed);
  schedule made = r->run([&program] { return record([&program] { program.run(); }); });
  EXPECT_EQ(program.errors(), 0U);
  return {std::move(made), program.parts()};
}

struct followed {
  replay_result how;
  parts_run parts;
  std::uint64_t steals;
};

followed replay_plan(const plan& of,
                     const schedule& by,
                     replay_mode mode,
                     const testing::setting& on,
                     std::uint64_t seed) {
  const perturbed_workers r(on, seed);
  planned_program program(of, seed);
  replay_result how = r->run([&] { return replay(by, mode, [&program] { program.run(); }); });
  EXPECT_EQ(program.errors(), 0U);
  return {std::move(how), program.parts(), testing::got_from_others(r->statistics())};
}

/// Returns the number of work items that were taken by another worker than their spawner's, or that
/// had waited in a queue.
std::ptrdiff_t taken_up(const schedules::steal_tree& of) {
  return std::ranges::count_if(
      of.steps, [](const schedules::step& each) { return schedules::is_steal(each.what.kind); });
}

/// Counts how many programs of the batch run differently from the recording if they are not
/// replayed.
class perturbed_replay_test : public ::testing::TestWithParam<testing::setting> {
 protected:
  static void TearDownTestSuite() {
    std::cout << differing_ << " of " << all_ << " programs differ without a replay; in "
              << undisturbed_ << " nobody was out of work in a relaxed one\n";
    if (all_ >= 500) {  // of fewer programs, too few may differ by chance
      EXPECT_GE(differing_ * 100, all_ * 95) << "the programs are too small to show anything";
    }
  }

  static inline std::size_t all_ = 0;
  static inline std::size_t differing_ = 0;
  static inline std::size_t undisturbed_ = 0;
};

// slaw is left out, because its strict replays may have mismatches, and so is the example.
INSTANTIATE_TEST_SUITE_P(every,
                         perturbed_replay_test,
                         ::testing::ValuesIn([] {
                           std::vector<testing::setting> all;
                           for (const char* const scheduler : {"work_stealing", "channel"}) {
                             for (const unsigned workers : {2U, 3U, 8U, 20U}) {
                               all.push_back({scheduler, workers});
                             }
                           }
                           return all;
                         }()),
                         testing::name_of);

/// Returns the first difference. It is empty if each part ran on its worker, with all steps and
/// without steals, and, in order, if each worker's steps have the same order.
std::string strict_difference(const recorded& first, const followed& again, bool ordered) {
  if (again.how.mismatches != 0) {
    return "a mismatch: " + again.how.first_mismatch;
  }
  if (again.how.missing_steps != 0 || again.steals != 0) {
    return std::to_string(again.how.missing_steps) + " missing steps, " +
           std::to_string(again.steals) + " steals";
  }
  for (std::size_t part = 0; part < first.parts.worker_of.size(); ++part) {
    if (again.parts.worker_of[part] != first.parts.worker_of[part]) {
      return "part " + std::to_string(part) + " ran on worker " +
             std::to_string(first.parts.worker_of[part]) + ", and then on " +
             std::to_string(again.parts.worker_of[part]);
    }
  }
  if (!ordered) {
    return "";
  }
  return again.parts.order == first.parts.order
             ? testing::first_difference(*first.made.tree(), *again.how.ran.tree())
             : "parts in another order on some worker";
}

TEST_P(perturbed_replay_test, strict_is_as_recorded) {
  const std::size_t count = testing::rounds(programs / 8);
  std::array<std::size_t, 2> wrong{};
  std::array<std::string, 2> first_wrong;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t seed = testing::seed() + 3 * i;
    SCOPED_TRACE("NUTHATCH_TEST_SEED=" + std::to_string(seed));
    const plan what = plan_maker(seed, {.groups = true}).make();
    const recorded first = record_plan(what, GetParam(), seed + 1);
    ASSERT_TRUE(first.made.complete());
    ++all_;
    differing_ += record_plan(what, GetParam(), seed + 2).parts == first.parts ? 0 : 1;
    for (const replay_mode mode : {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
      const bool ordered = mode == replay_mode::strict_ordered;
      const followed again = replay_plan(what, first.made, mode, GetParam(), seed + 2);
      const std::string how = strict_difference(first, again, ordered);
      if (!how.empty() && wrong.at(ordered ? 0 : 1)++ == 0) {
        first_wrong.at(ordered ? 0 : 1) = "NUTHATCH_TEST_SEED=" + std::to_string(seed) + ": " + how;
      }
    }
    const followed relaxed =
        replay_plan(what, first.made, replay_mode::relaxed, GetParam(), seed + 2);
    ASSERT_EQ(relaxed.how.mismatches, 0U) << relaxed.how.first_mismatch;
    // No worker was out of work, in which case it would have taken what the schedule leaves to its
    // spawner.
    if (relaxed.steals == 0 && taken_up(*relaxed.how.ran.tree()) == taken_up(*first.made.tree())) {
      ++undisturbed_;
      ASSERT_TRUE(relaxed.parts.worker_of == first.parts.worker_of)
          << "though nobody was out of work: "
          << testing::first_difference(*first.made.tree(), *relaxed.how.ran.tree());
    }
  }
  EXPECT_EQ(wrong[0], 0U) << "of " << count << ", ordered; " << first_wrong[0];
  EXPECT_EQ(wrong[1], 0U) << "of " << count << ", unordered; " << first_wrong[1];
}

// A part of a recording is a separate schedule, and does not change the schedule of the whole.
TEST_P(perturbed_replay_test, a_part_replays_alone_as_it_ran) {
  const std::size_t count = testing::rounds(programs / 16);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t seed = testing::seed() + 3 * i;
    SCOPED_TRACE("NUTHATCH_TEST_SEED=" + std::to_string(seed));
    const plan one = plan_maker(seed, {.groups = true}).make();
    const plan other = plan_maker(seed + 1, {.groups = true}).make();
    const auto run = [&](std::uint64_t other_seed, auto how) {
      const perturbed_workers r(GetParam(), other_seed);
      planned_program part(one, other_seed);
      planned_program beside(other, other_seed);
      schedule of_part;
      schedule of_whole = r->run([&] {
        return how([&] {
          fork_join(
              help_first,
              [&] { of_part = record([&part] { part.run(); }); },
              [&beside] { beside.run(); });
        });
      });
      EXPECT_EQ(part.errors() + beside.errors(), 0U);
      return std::pair(recorded{std::move(of_whole), beside.parts()},
                       recorded{std::move(of_part), part.parts()});
    };
    const auto [whole, part] = run(seed + 1, [](auto body) { return record(body); });
    ASSERT_TRUE(part.made.complete());
    ASSERT_LE(part.made.steps(), whole.made.steps());
    for (const replay_mode mode : {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
      const bool ordered = mode == replay_mode::strict_ordered;
      const followed alone = replay_plan(one, part.made, mode, GetParam(), seed + 2);
      ASSERT_EQ(strict_difference(part, alone, ordered), "");

      const auto [whole_again, part_again] = run(seed + 2, [&](auto body) {
        const replay_result how = replay(whole.made, mode, body);
        EXPECT_EQ(how.mismatches + how.missing_steps, 0U) << how.first_mismatch;
        return how.ran;
      });
      ASSERT_EQ(whole_again.parts.worker_of, whole.parts.worker_of);
      ASSERT_EQ(part_again.parts.worker_of, part.parts.worker_of);
      if (ordered) {
        // Steps may be of other kinds: a child runs on another stack if a stack is nearly full, and
        // other functions are at the end of a stack in a replay.
        ASSERT_EQ(part_again.parts.order, part.parts.order);
        ASSERT_EQ(part_again.made.steps(), part.made.steps());
      }
    }
  }
}

// The change is another policy of a spawn, an additional spawn, a deeper branch, or another change
// of plan_maker.
TEST_P(perturbed_replay_test, a_changed_program_comes_to_its_end) {
  const std::size_t count = testing::rounds(programs / 16);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t seed = testing::seed() + 3 * i;
    SCOPED_TRACE("NUTHATCH_TEST_SEED=" + std::to_string(seed));
    plan_maker maker(seed, {.groups = true});
    plan what = maker.make();
    const recorded first = record_plan(what, GetParam(), seed + 1);
    maker.change(what);
    for (const replay_mode mode :
         {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
      const followed again = replay_plan(what, first.made, mode, GetParam(), seed + 2);
      ASSERT_LE(again.how.donations + again.how.missing_steps, first.made.steps());
    }
  }
}

}  // namespace
}  // namespace nuthatch
