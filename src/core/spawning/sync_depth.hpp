// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/finish_state.hpp>

#include "core/work_item.hpp"

namespace nuthatch::core {

/// The finish around the task of a work item when it began or begins. Null for tasks that no finish
/// waits for. Callable by the owner of the work item.
[[nodiscard]] inline detail::finish_state* finish_around(work_item what) noexcept {
  switch (what.what()) {
    case work_item::kind::continuation:
      return what.as_continuation().continuation.finish;  // B5
    case work_item::kind::fork:
      return what.as_fork().finish;
    case work_item::kind::siblings:
      return what.as_siblings().finish;
    case work_item::kind::task:
      return what.as_task().finish;
  }
  return nullptr;
}

/// The depth of a work item's task in the sync tree (SLAW, section III-B), as far as finishes
/// determine it: a task that waits for its strict children has the same depth as these. The depth
/// never changes after a finish has begun, and the finish lives until all its tasks have ended. So
/// any owner of the work item may read it.
[[nodiscard]] inline std::uint32_t sync_depth(work_item what) noexcept {
  const detail::finish_state* const around = finish_around(what);
  return around == nullptr ? 0 : around->depth + 1;
}

}  // namespace nuthatch::core
