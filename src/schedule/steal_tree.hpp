// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/pedigree.hpp>

namespace nuthatch::schedules {

/// A piece of a computation that one worker ran: what it took up, by name, and all that followed on
/// the same worker until it took up something else. What it spawned and nobody took is part of it.
struct step {
  detail::work_id what;
  std::uint32_t worker;
  std::uint32_t
      parent_step;  ///< the step in which it was published or went to sleep; no_step: the root
  std::uint64_t sequence_number;  ///< Steps that depend on others have higher ones
};

inline constexpr std::uint32_t no_step = UINT32_MAX;

/// What follows a spawn, which was published and taken back: in between, the worker published what
/// became a step, from deeper inside of what was spawned.
struct path_spawn {
  detail::pedigree at;
  std::uint32_t parent_step;  ///< the step in which it was published
};

/// Whether a work item is what follows a spawn: a continuation, or the second callable of a fork.
[[nodiscard]] constexpr bool is_remainder(detail::step_kind how) noexcept {
  return how == detail::step_kind::continuation || how == detail::step_kind::second_callable;
}

/// Whether it was spawned: a child of a scope, an async, a task of a group.
[[nodiscard]] constexpr bool is_child(detail::step_kind how) noexcept {
  return how == detail::step_kind::child || how == detail::step_kind::taken_back_child;
}

/// Whether it was spawned or follows a spawn, and did not have to wait: what can be stolen.
[[nodiscard]] constexpr bool is_steal(detail::step_kind how) noexcept {
  return is_remainder(how) || how == detail::step_kind::child;
}

/// The same name in a region, or a part of one, that so many finishes are around: their ends count
/// from there. And whatever part it is in.
[[nodiscard]] inline detail::work_id id_in_region(detail::work_id what,
                                                  std::uint32_t finishes_around) noexcept {
  constexpr std::uint32_t own = detail::finish_state::depth_of_own;
  what.at = what.at.in_part(0);
  if (what.kind == detail::step_kind::finish_end && what.depth >= finishes_around &&
      (what.depth < own) == (finishes_around < own)) {
    what.depth -= finishes_around;
  }
  return what;
}

/// Where every piece of a recorded region ran, and in which order each worker ran its pieces: a
/// tree whose root is the region, whose nodes are the steps.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, section IV-A. There a node is a stolen continuation, found by
/// its level and index in its victim's; here it has a name of its own, and joins that waited are
/// nodes as well, since here the last to arrive goes on with the task.
struct steal_tree {
  std::uint64_t root = 0;     ///< the number of the region
  std::uint32_t workers = 0;  ///< of the runtime
  std::vector<step> steps;    ///< by sequence_number; the first is the root

  /// A worker publishes what follows a spawn only once it has published all that follows older
  /// ones, whose children are around it. So whoever looks for remainders that are published finds
  /// them from the root downwards by the steps and by these.
  std::vector<path_spawn> path_spawns;

  bool complete = true;  ///< false: there was no memory for some steps
  bool ordered = true;   ///< false: nothing ran in the order of the sequence numbers

  /// Where the task in which it began was: not at its first spawn, if it is a part of another one.
  [[nodiscard]] detail::pedigree begin() const noexcept {
    const bool has_root = !steps.empty() && steps.front().what.kind == detail::step_kind::region;
    return {root, has_root ? steps.front().what.at.spawn_rank : 0};
  }

  /// How many steps another worker took up than published them.
  [[nodiscard]] std::size_t migrated() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(steps, [this](const step& each) {
      return each.parent_step != no_step && steps[each.parent_step].worker != each.worker;
    }));
  }
};

}  // namespace nuthatch::schedules
