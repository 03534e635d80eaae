// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// The value of a variable of the environment, or null.
using environment = std::function<const char*(const char* name)>;

/// What the variables of OpenMP, and those of libgomp, say. Of one that is not understood nothing
/// is taken: programs run with the runtimes that they were made for all the same. Each of these
/// gets a line in `warnings`, which names it, says what is right, and what happens instead.
/// The variables of LLVM's runtime, KMP_…, are read for a program that was made for that one.
[[nodiscard]] settings read_environment(const environment& from,
                                        std::vector<std::string>& warnings,
                                        peer made_for = peer::libgomp);

}  // namespace nuthatch::openmp
