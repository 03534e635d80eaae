// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/task_icvs.hpp"
#include "openmp/model/task_tree_node.hpp"

namespace nuthatch::openmp {

class depend_map;

/// An implicit or explicit task. It owns nestable locks. It lies on the stack of its thread, or in
/// the thread's record.
struct task {
  task_icvs icvs;  ///< shared with other tasks unless the task has set an ICV
  /// The node that counts the next child: the node of the innermost taskgroup that the task has
  /// begun, or its own. Null: an immediate task that has created no deferred child.
  task_tree_node* innermost_node = nullptr;
  task_tree_node* own_node = nullptr;     ///< null in the same case
  task_tree_node* parent_node = nullptr;  ///< counts the task, unless immediate; null: implicit
  depend_map* child_depends = nullptr;  ///< of the task's children; null: none. Owned by the task.
  std::uint32_t queued_at_start = 0;    ///< see task_throttle
  bool is_explicit = false;
  bool is_final = false;
  bool owns_icvs = false;  ///< has a reference to the ICVs, which it releases as it completes

  /// The node under which new children of the task are created.
  [[nodiscard]] task_tree_node* generating_node() const noexcept {
    return innermost_node != nullptr ? innermost_node : parent_node;
  }
};

}  // namespace nuthatch::openmp
