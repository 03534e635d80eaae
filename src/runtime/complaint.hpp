// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nuthatch/options.hpp>

namespace nuthatch {

/// Replaces the name of an option's member at the beginning of a complaint, as in `places: …`, by
/// the environment variable, if that has the value of `wanted`: the user who set the variable may
/// never have seen the member.
[[nodiscard]] std::string naming_variable(const std::string& complaint, const options& wanted);

}  // namespace nuthatch
