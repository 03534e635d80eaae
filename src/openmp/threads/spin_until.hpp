// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include "platform/instructions.hpp"

namespace nuthatch::openmp {

/// Until done(), which another thread is about to make so that does nothing else meanwhile.
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
