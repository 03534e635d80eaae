// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Removes the CPUs that KMP_HW_SUBSET does not name from `allowed`. An impossible request adds a
/// line to `warnings`.
void apply_subset(const settings& settings,
                  platform::cpu_set& allowed,
                  std::vector<std::string>& warnings);

/// Computes the place list from the variables and from the CPUs that the process may use. If places
/// are requested, threads are bound unless the variables forbid it. If only binding is requested,
/// each CPU is a place. An unusable request adds a line to `warnings`.
void resolve_places(settings& settings,
                    const platform::cpu_set& allowed,
                    std::vector<std::string>& warnings);

}  // namespace nuthatch::openmp
