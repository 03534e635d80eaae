// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include "platform/instructions.hpp"

namespace nuthatch::openmp {

/// Until done(), which another thread is about to make so that does nothing else meanwhile.
template <class Done>
void await_soon(Done&& done) noexcept {
  constexpr unsigned looks_before_yield = 64;
  for (unsigned looks = 0; !done(); ++looks) {
    if (looks < looks_before_yield) {
      platform::cpu_relax();
    } else {
      sched_yield();
    }
  }
}

}  // namespace nuthatch::openmp
