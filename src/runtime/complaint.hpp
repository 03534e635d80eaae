// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nuthatch/options.hpp>

namespace nuthatch {

/// A complaint about a member of options begins with its name, as `places: …`. This names the
/// environment variable instead, where that says what `wanted` does: who set it may never have seen
/// the member.
[[nodiscard]] std::string naming_variable(const std::string& complaint, const options& wanted);

}  // namespace nuthatch
