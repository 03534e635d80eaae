// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/tasks/task_tree_node.hpp"
#include "openmp/threads/task_icvs.hpp"

namespace nuthatch::openmp {

class depend_map;

/// What a thread executes: an implicit task, one for each member of a team, or an explicit one.
/// Locks belong to it. It lies on the stack of the thread, or in its member.
struct task {
  task_icvs icvs;  ///< what it has not set itself, others have as well
  /// Where its next child is counted: at the innermost taskgroup of its own, or with itself. Null:
  /// it was not deferred and has made no child that was.
  task_tree_node* innermost_node = nullptr;
  task_tree_node* own_node = nullptr;  ///< likewise
  task_tree_node* parent_node =
      nullptr;  ///< where it is counted, or would be; null: an implicit task
  depend_map* child_depends =
      nullptr;                        ///< that its children make of addresses; null: none. Its own.
  std::uint32_t queued_at_start = 0;  ///< see task_throttle
  bool is_explicit = false;
  bool is_final = false;
  bool owns_icvs = false;  ///< what it says, and lets go of that as it ends

  /// Where what it makes descends from.
  [[nodiscard]] task_tree_node* generating_node() const noexcept {
    return innermost_node != nullptr ? innermost_node : parent_node;
  }
};

}  // namespace nuthatch::openmp
