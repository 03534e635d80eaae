// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <nuthatch/detail/worker.hpp>

#include "base/sanitizers.hpp"
#include "core/team.hpp"
#include "core/waiting/parked.hpp"
#include "core/worker.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::core {

/// Spins while in_vain() returns true, for about as long as a short block takes. A suspension pays
/// off only after that.
template <class InVain>
void wait_a_moment(InVain in_vain) {
  detail::worker* const on = detail::this_worker();
  for (unsigned looks = 1; in_vain(); ++looks) {
    constexpr unsigned max_looks = 64;
    if (on == nullptr) {
      platform::cpu_relax();
      if (looks == max_looks) {
        return;
      }
    } else {
      const auto& self = static_cast<worker&>(*on);
      if (!self.team().threads().wait_a_little(self.index(), looks)) {
        return;
      }
    }
  }
}

/// Calls enlist(), uninterrupted. Returns at once if that returns true; otherwise waits until any
/// thread calls any_resume(me).
template <class Enlist>
void wait_for_turn(parked& me, Enlist enlist) {
  detail::worker* const on = detail::this_worker();
  if (on == nullptr) {
    if (!enlist()) {
      me.foreign.parker().owner_park();
      base::announce_acquire(&me);
    }
    return;
  }
  suspended_join here{.join = nullptr, .may_take_back = false};
  park_task(me,
            static_cast<worker&>(*on),
            {[](void* p) noexcept { return (*static_cast<Enlist*>(p))(); }, &enlist},
            &here);
}

}  // namespace nuthatch::core
