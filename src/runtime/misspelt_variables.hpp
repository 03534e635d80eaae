// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nuthatch {

/// The name among `known` that a variable of the environment resembles; empty where it resembles
/// none. Names begin with NUTHATCH_.
[[nodiscard]] std::string likely_variable(std::string_view variable,
                                          const std::vector<std::string>& known);

/// What to say of an environment variable that resembles one of an option and is none, as
/// NUTHATCH_WORKER is; empty where the name is right, or somebody else's.
[[nodiscard]] std::string misspelling(std::string_view variable,
                                      const std::vector<std::string>& known);

/// Writes that to stderr for each variable of the environment, once in a process.
void report_misspelt_variables();

}  // namespace nuthatch
