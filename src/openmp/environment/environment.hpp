// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Returns the value of an environment variable, or null.
using environment = std::function<const char*(const char* name)>;

/// Reads the variables of OpenMP and of libgomp. An invalid variable is ignored, because programs
/// have to run as with the runtimes that they were built for. It adds a line to `warnings`, which
/// names the variable, the valid values, and what happens instead. The variables of LLVM's runtime,
/// KMP_…, are read for programs built for that runtime.
[[nodiscard]] settings read_environment(const environment& from,
                                        std::vector<std::string>& warnings,
                                        peer made_for = peer::libgomp);

}  // namespace nuthatch::openmp
