// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include "platform/instructions.hpp"

namespace nuthatch::openmp {

/// Spins until done(), which another thread makes true without doing anything else before.
template <class Done>
void spin_until(Done&& done) noexcept {
  constexpr unsigned spins_before_yield = 64;
  for (unsigned spins = 0; !done(); ++spins) {
    if (spins < spins_before_yield) {
      platform::cpu_relax();
    } else {
      sched_yield();
    }
  }
}

}  // namespace nuthatch::openmp
