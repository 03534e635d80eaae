// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nuthatch {

/// Returns the value of the variable; nothing if it is not set, or empty.
[[nodiscard]] std::optional<std::string_view> environment_value(const std::string& variable);

}  // namespace nuthatch
