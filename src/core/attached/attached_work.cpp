// SPDX-License-Identifier: Apache-2.0
#include "core/attached/attached_work.hpp"

#include "base/assert.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

void attached_work::any_prioritize(work_item added,
                                   std::uint32_t priority,
                                   place& near,
                                   const detail::join_counter* join) noexcept {
  added.announce_published();
  try {
    prioritized_.any_put(added, priority);
  } catch (...) {
    base::end_program("no memory for a task that has a priority");
  }
  team_.any_wake_one(near);
  any_notify_selective(join);
}

void attached_work::wake_selective(const detail::join_counter* join) noexcept {
  unsigned index = 0;
  if (selective_.any_pick(join, index)) {
    team_.threads().unpark(index);
  }
}

void attached_work::wake_all_selective() noexcept {
  selective_.any_pick_all([this](unsigned index) { team_.threads().unpark(index); });
}

}  // namespace nuthatch::core
