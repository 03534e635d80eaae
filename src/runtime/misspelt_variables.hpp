// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nuthatch {

/// Returns a message about an environment variable whose name resembles a known one but is not,
/// such as NUTHATCH_WORKER; empty if the name is known, or belongs to other software. `who` begins
/// the message.
[[nodiscard]] std::string misspelling(std::string_view variable,
                                      const std::vector<std::string>& known,
                                      std::string_view who = "nuthatch");

/// Writes that message to stderr for each variable of the environment.
void report_misspelt_variables(const std::vector<std::string>& known, std::string_view who);

/// The same for the variables of options, once per process.
void report_misspelt_variables();

}  // namespace nuthatch
