// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "explore/parts_seen.hpp"
#include "recorded_program.hpp"
#include "schedule/prune.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::exploring {

// Follows a schedule in the calling task, and checks what has to hold then.

using schedules::steal_tree;

inline constexpr auto ordered = replay_mode::strict_ordered;
inline constexpr auto unordered = replay_mode::strict_unordered;

/// Returns the steals in the calling task's team. All work items that have ended are counted.
inline std::uint64_t steals_so_far() {
  const statistics now = core::worker::current().team().statistics();
  return now.steals + now.shared_takes;
}

/// Compares names of steps: what follows a spawn has the same name under either policy, and so has
/// a child, whichever worker ran it.
inline bool same_name(const detail::work_id& a, const detail::work_id& b) {
  return a.at.task_hash == b.at.task_hash && a.at.spawn_rank == b.at.spawn_rank &&
         a.depth == b.depth &&
         (a.kind == b.kind ||
          (schedules::is_remainder(a.kind) && schedules::is_remainder(b.kind)) ||
          (schedules::is_child(a.kind) && schedules::is_child(b.kind)));
}

/// Returns how many steps of `made`, or how many of its steals, are missing in `ran`.
inline std::size_t missing_steps(const steal_tree& made, const steal_tree& ran, bool only_steals) {
  std::size_t count = 0;
  for (const schedules::step& each : made.steps) {
    const bool counts = only_steals ? schedules::is_steal(each.what.kind)
                                    : each.what.kind != detail::step_kind::resumed;
    count += counts && std::ranges::none_of(ran.steps,
                                            [&each](const schedules::step& other) {
                                              return same_name(each.what, other.what);
                                            })
                 ? 1
                 : 0;
  }
  return count;
}

/// Returns whether each part ran on its worker.
inline bool fits(const std::vector<unsigned>& ran, const std::vector<unsigned>& expected) {
  return std::ranges::equal(ran, expected, [](unsigned there, unsigned wanted) {
    return wanted == anywhere || there == wanted;
  });
}

/// Runs a program with its own designations.
template <class Program>
schedule designate(parts_seen& seen) {
  const std::uint64_t steals = steals_so_far();
  const schedule made = designated([&seen] { Program::run(seen); });
  NUTHATCH_CHECK(fits(seen.workers(), Program::expected(workers())),
                 "a part ran on another worker than was designated");
  NUTHATCH_CHECK(steals_so_far() == steals, "somebody stole what was designated");
  return made;
}

/// Checks what holds in every replay of a program, whether or not its schedule fits.
template <class Program>
replay_result follow(const schedule& by, replay_mode mode, parts_seen& seen) {
  const replay_result done = replay(by, mode, [&seen] { Program::run(seen); });
  NUTHATCH_CHECK(seen.ran() == Program::parts, "a part did not run");
  const steal_tree& made = *by.tree();
  const steal_tree& ran = *done.ran.tree();
  NUTHATCH_CHECK(done.missing_steps == missing_steps(made, ran, /*only_steals=*/false),
                 "the missing steps are not the steps that did not come");
  NUTHATCH_CHECK(done.donations + missing_steps(made, ran, /*only_steals=*/true) == steals_in(made),
                 "the donations are not the work items that went where the schedule says");
  return done;
}

/// Replays the recorded program in a strict mode.
template <class Program>
void follow_strictly(const schedule& by, replay_mode mode, const parts_seen& first) {
  const std::uint64_t steals = steals_so_far();
  parts_seen again(Program::parts);
  const replay_result done = follow<Program>(by, mode, again);
  NUTHATCH_CHECK(steals_so_far() == steals, "somebody stole in a strict replay");
  NUTHATCH_CHECK(done.mode == mode, "another mode was followed");
  NUTHATCH_CHECK(done.mismatches == 0, "a program does not fit its own schedule");
  NUTHATCH_CHECK(done.missing_steps == 0, "a step did not come");
  NUTHATCH_CHECK(again.workers() == first.workers(), "a part ran on another worker");
  if (mode == ordered) {
    NUTHATCH_CHECK(testing::first_difference(*by.tree(), *done.ran.tree()).empty(),
                   "a worker took up steps in another order");
    NUTHATCH_CHECK(again.orders() == first.orders(), "a worker ran parts in another order");
  }
}

/// Does so in both strict modes.
template <class Program>
void follow_strictly(const schedule& by, const parts_seen& first) {
  follow_strictly<Program>(by, unordered, first);
  follow_strictly<Program>(by, ordered, first);
}

/// Replays in relaxed mode, in which idle workers take work that was sent to others. Then replays
/// the resulting schedule.
template <class Program>
void follow_relaxed(const schedule& by) {
  parts_seen stolen(Program::parts);
  const replay_result done = follow<Program>(by, replay_mode::relaxed, stolen);
  NUTHATCH_CHECK(done.mismatches == 0, "a program does not fit its own schedule");
  follow_strictly<Program>(done.ran, ordered, stolen);
}

/// Replays `Changed` by the schedule of `Whole`, one step of which `Changed` never reaches.
template <class Whole, class Changed>
void follow_mismatch(replay_mode mode) {
  parts_seen first(Whole::parts);
  const schedule made = designated([&first] { Whole::run(first); });
  parts_seen again(Changed::parts);
  const replay_result done = follow<Changed>(made, mode, again);
  NUTHATCH_CHECK(done.mismatches == 0, "a step that does not come is missing, and no mismatch");
  NUTHATCH_CHECK(done.missing_steps >= 1, "a step does not come, and perhaps its join");
  NUTHATCH_CHECK(again.workers() == Changed::expected(workers()), "a part ran on another worker");
  parts_seen once_more(Changed::parts);
  static_cast<void>(follow<Changed>(done.ran, ordered, once_more));
}

}  // namespace nuthatch::exploring
