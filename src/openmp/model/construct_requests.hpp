// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// The clauses of a parallel construct.
struct parallel_request {
  std::uint32_t num_threads = 0;  ///< 0: not given, nthreads-var applies
  proc_bind bind = proc_bind::false_;
};

/// The clauses of a teams construct. 0: not given.
struct teams_request {
  std::uint32_t num_teams = 0;
  std::uint32_t thread_limit = 0;
};

}  // namespace nuthatch::openmp
