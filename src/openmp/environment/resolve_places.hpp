// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Leaves out those cpus of `allowed` that KMP_HW_SUBSET does not name. What cannot be done gets a
/// line in `warnings`.
void apply_subset(const settings& settings,
                  platform::cpu_set& allowed,
                  std::vector<std::string>& warnings);

/// Settles to which places threads are bound, of what the variables say and the cpus that the
/// process may use. Where places are said, threads are bound unless the variables deny it; where
/// binding alone is said, each cpu is a place. What cannot be used gets a line in `warnings`.
void resolve_places(settings& settings,
                    const platform::cpu_set& allowed,
                    std::vector<std::string>& warnings);

}  // namespace nuthatch::openmp
