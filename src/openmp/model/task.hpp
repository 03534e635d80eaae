// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/task_icvs.hpp"
#include "openmp/model/task_tree_node.hpp"

namespace nuthatch::openmp {

class depend_map;

/// A task: the implicit task of a thread, or an explicit one. Locks belong to it. It lies on the
/// stack of its thread, or in the thread's record.
struct task {
  task_icvs icvs;  ///< shared with other tasks unless the task has set one
  /// The node that counts the next child: that of the innermost taskgroup which the task has begun,
  /// or its own. Null: an immediate task that has created no deferred child.
  task_tree_node* innermost_node = nullptr;
  task_tree_node* own_node = nullptr;     ///< null in the same case
  task_tree_node* parent_node = nullptr;  ///< counts the task, or would; null: an implicit task
  depend_map* child_depends = nullptr;  ///< of the task's children; null: none. Owned by the task.
  std::uint32_t queued_at_start = 0;    ///< see task_throttle
  bool is_explicit = false;
  bool is_final = false;
  bool owns_icvs = false;  ///< has a reference to the ICVs, which it releases as it completes

  /// The node that descendants of new children belong to.
  [[nodiscard]] task_tree_node* generating_node() const noexcept {
    return innermost_node != nullptr ? innermost_node : parent_node;
  }
};

}  // namespace nuthatch::openmp
