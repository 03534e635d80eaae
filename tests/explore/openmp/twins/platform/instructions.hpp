// SPDX-License-Identifier: Apache-2.0
#pragma once

// Replaces platform/instructions.hpp in explorations of the OpenMP runtime: a spinning thread lets
// others run, so that its wait ends.

#include "twin/virtual_team.hpp"

namespace nuthatch::platform {

inline void cpu_relax() noexcept {
  if (twin::virtual_team* const all = twin::virtual_team::of_this_thread()) {
    all->let_others(all->running(), 0);
  }
}

inline void fetch_to_change(const void* /*address*/) noexcept {}

}  // namespace nuthatch::platform
