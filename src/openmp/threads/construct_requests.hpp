// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// What a region asks for.
struct parallel_request {
  std::uint32_t num_threads = 0;  ///< 0: as many as the task says
  binding bind = binding::none;
};

/// What a teams construct asks for. 0: nothing is said.
struct teams_request {
  std::uint32_t num_teams = 0;
  std::uint32_t thread_limit = 0;
};

}  // namespace nuthatch::openmp
