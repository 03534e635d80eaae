// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/spawn_position.hpp>

namespace nuthatch::schedules {

/// A piece of a computation that one worker ran: what it took up, by name, and all that followed on
/// the same worker until it took up something else. What it spawned and nobody took is part of it.
struct step {
  detail::work_name what;
  std::uint32_t worker;
  std::uint32_t giver;  ///< the step in which it was given away or went to sleep; no_step: the root
  std::uint64_t stamp;  ///< Steps that depend on others have higher ones
};

inline constexpr std::uint32_t no_step = UINT32_MAX;

/// What follows a spawn, which was given away and had back: in between, the worker gave away what
/// became a step, from deeper inside of what was spawned.
struct way_down {
  detail::spawn_position at;
  std::uint32_t giver;  ///< the step in which it was given away
};

/// Whether a work is what follows a spawn: a continuation, or the second callable of a fork.
[[nodiscard]] constexpr bool is_rest(detail::begun_as how) noexcept {
  return how == detail::begun_as::continuation || how == detail::begun_as::callable;
}

/// Whether it was spawned: a child of a scope, an async, a task of a group.
[[nodiscard]] constexpr bool is_child(detail::begun_as how) noexcept {
  return how == detail::begun_as::child || how == detail::begun_as::own_child;
}

/// Whether it was spawned or follows a spawn, and did not have to wait: what can be stolen.
[[nodiscard]] constexpr bool is_steal(detail::begun_as how) noexcept {
  return is_rest(how) || how == detail::begun_as::child;
}

/// The same name in a region, or a part of one, that so many finishes are around: their ends count
/// from there. And whatever part it is in.
[[nodiscard]] inline detail::work_name name_in_region(detail::work_name what,
                                                      std::uint32_t finishes_around) noexcept {
  constexpr std::uint32_t own = detail::finish_state::depth_of_own;
  what.at = what.at.in_part(0);
  if (what.how == detail::begun_as::ended && what.depth >= finishes_around &&
      (what.depth < own) == (finishes_around < own)) {
    what.depth -= finishes_around;
  }
  return what;
}

/// Where every piece of a numbered region ran, and in which order each worker ran its pieces: a
/// tree whose root is the region, whose nodes are the steps.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, section IV-A. There a node is a stolen continuation, found by
/// its level and index in its victim's; here it has a name of its own, and joins that waited are
/// nodes as well, since here the last to arrive goes on with the task.
struct steal_tree {
  std::uint64_t root = 0;     ///< the number of the region
  std::uint32_t workers = 0;  ///< of the runtime
  std::vector<step> steps;    ///< by stamp; the first is the root

  /// A worker gives what follows a spawn away only once it has given all that follows older ones,
  /// whose children are around it. So whoever looks for rests that are given away finds them from
  /// the root downwards by the steps and by these.
  std::vector<way_down> ways;

  bool complete = true;  ///< false: there was no memory for some steps
  bool ordered = true;   ///< false: nothing ran in the order of the stamps

  /// Where the task in which it began was: not at its first spawn, if it is a part of another one.
  [[nodiscard]] detail::spawn_position begin() const noexcept {
    const bool has_root = !steps.empty() && steps.front().what.how == detail::begun_as::region;
    return {root, has_root ? steps.front().what.at.spawns : 0};
  }

  /// How many steps another worker took up than gave them.
  [[nodiscard]] std::size_t migrated() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(steps, [this](const step& each) {
      return each.giver != no_step && steps[each.giver].worker != each.worker;
    }));
  }
};

}  // namespace nuthatch::schedules
