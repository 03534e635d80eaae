// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/pedigree.hpp>

namespace nuthatch::schedules {

/// A step: a piece of a computation that one worker ran. It consists of what the worker took, by
/// id, and of everything that followed on the worker until it took something else. It includes what
/// was spawned in it and was taken by no other worker.
struct step {
  detail::work_id what;
  std::uint32_t worker;
  std::uint32_t
      parent_step;  ///< the step in which it was published or suspended; no_step: the root
  std::uint64_t sequence_number;  ///< higher than that of steps it depends on
};

inline constexpr std::uint32_t no_step = UINT32_MAX;

/// The continuation of a spawn that was published and taken back, while the worker published what
/// became a step, from deeper inside of what was spawned.
struct path_spawn {
  detail::pedigree at;
  std::uint32_t parent_step;  ///< the step in which it was published
};

/// Returns whether a work item follows a spawn: a continuation, or the second callable of a fork.
[[nodiscard]] constexpr bool is_remainder(detail::step_kind how) noexcept {
  return how == detail::step_kind::continuation || how == detail::step_kind::second_callable;
}

/// Returns whether it was spawned: a child of a scope, an async, a task of a group.
[[nodiscard]] constexpr bool is_child(detail::step_kind how) noexcept {
  return how == detail::step_kind::child || how == detail::step_kind::taken_back_child;
}

/// Returns whether it was spawned or follows a spawn, and did not have to wait: what can be stolen.
[[nodiscard]] constexpr bool is_steal(detail::step_kind how) noexcept {
  return is_remainder(how) || how == detail::step_kind::child;
}

/// Returns the id relative to a region, or a part of one, with so many finishes around it: ends of
/// finishes count from there. The part number is removed.
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

/// A steal tree: where every piece of a recorded region ran, and in which order each worker ran its
/// pieces. The root is the region, and the nodes are the steps.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, section IV-A. There, a node is a stolen continuation,
/// identified by its level and index in its victim's. Here, it has an id of its own, and joins that
/// waited are nodes, too, because the last child to arrive resumes the task.
struct steal_tree {
  std::uint64_t root = 0;     ///< the task hash of the region
  std::uint32_t workers = 0;  ///< of the runtime
  std::vector<step> steps;    ///< by sequence_number; the first is the root

  /// A worker publishes the continuation of a spawn only after it has published all continuations
  /// of older spawns, whose children enclose it. So published remainders can be found from the root
  /// downwards by the steps and by these.
  std::vector<path_spawn> path_spawns;

  bool complete = true;  ///< false: memory for some steps was lacking
  bool ordered = true;   ///< false: nothing ran in the order of the sequence numbers

  /// Returns the pedigree at which the region began. If it is part of a larger task, that is not
  /// before the task's first spawn.
  [[nodiscard]] detail::pedigree begin() const noexcept {
    const bool has_root = !steps.empty() && steps.front().what.kind == detail::step_kind::region;
    return {root, has_root ? steps.front().what.at.spawn_rank : 0};
  }

  /// Returns the number of steps that another worker took than the one that published them.
  [[nodiscard]] std::size_t migrated() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(steps, [this](const step& each) {
      return each.parent_step != no_step && steps[each.parent_step].worker != each.worker;
    }));
  }
};

}  // namespace nuthatch::schedules
