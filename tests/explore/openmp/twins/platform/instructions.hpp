// SPDX-License-Identifier: Apache-2.0
#pragma once

// The twin of platform/instructions.hpp where the OpenMP runtime is explored: who looks again and
// again lets others go on in between, so that the waiting ends.

#include "twin/virtual_team.hpp"

namespace nuthatch::platform {

inline void cpu_relax() noexcept {
  if (twin::virtual_team* const all = twin::virtual_team::of_this_thread()) {
    all->let_others(all->running(), 0);
  }
}

inline void fetch_to_change(const void* /*address*/) noexcept {}

}  // namespace nuthatch::platform
