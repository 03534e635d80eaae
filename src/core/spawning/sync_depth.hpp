// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/finish_state.hpp>

#include "core/work_item.hpp"

namespace nuthatch::core {

/// The finish around a work item's task when it began, or begins; null for tasks that nothing waits
/// for in that way. For whoever owns the work.
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

/// How deep in the sync tree (SLAW, section III-B) the task of a work item is, as far as finishes
/// tell: tasks that wait for their strict children, and these, count alike. Never written after a
/// finish has begun, which lives until all its tasks have ended; so any owner of the work may look.
[[nodiscard]] inline std::uint32_t sync_depth(work_item what) noexcept {
  const detail::finish_state* const around = finish_around(what);
  return around == nullptr ? 0 : around->depth + 1;
}

}  // namespace nuthatch::core
