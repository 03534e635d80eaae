// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::configuration {

/// Returns the known word that `text` probably misspells or abbreviates to its last part, as "ws"
/// does "shepherd_ws". Empty if `text` resembles none of them.
[[nodiscard]] std::string nearest_word(std::string_view text,
                                       const std::vector<std::string>& known);

}  // namespace nuthatch::configuration
