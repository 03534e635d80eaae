// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nuthatch {

/// What to say of an environment variable that resembles one of the known ones and is none, as
/// NUTHATCH_WORKER is; empty where the name is right, or somebody else's. `who` begins the message.
[[nodiscard]] std::string misspelling(std::string_view variable,
                                      const std::vector<std::string>& known,
                                      std::string_view who = "nuthatch");

/// Writes that to stderr for each variable of the environment.
void report_misspelt_variables(const std::vector<std::string>& known, std::string_view who);

/// The same for the variables of options, once in a process.
void report_misspelt_variables();

}  // namespace nuthatch
