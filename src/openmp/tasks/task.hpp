// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/tasks/task_node.hpp"
#include "openmp/threads/task_icvs.hpp"

namespace nuthatch::openmp {

class dependences;

/// What a thread executes: an implicit task, one for each member of a team, or an explicit one.
/// Locks belong to it. It lies on the stack of the thread, or in its member.
struct task {
  task_icvs icvs;  ///< what it has not set itself, others have as well
  /// Where its next child is counted: at the innermost taskgroup of its own, or with itself. Null:
  /// it was not deferred and has made no child that was.
  task_node* children = nullptr;
  task_node* own = nullptr;           ///< likewise
  task_node* around = nullptr;        ///< where it is counted, or would be; null: an implicit task
  dependences* uses = nullptr;        ///< that its children make of addresses; null: none. Its own.
  std::uint32_t queued_at_start = 0;  ///< see task_throttle
  bool is_explicit = false;
  bool is_final = false;
  bool owns_icvs = false;  ///< what it says, and lets go of that as it ends

  /// Where what it makes descends from.
  [[nodiscard]] task_node* nearest() const noexcept {
    return children != nullptr ? children : around;
  }
};

}  // namespace nuthatch::openmp
