// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::configuration {

/// Which of the known words `text` is probably a misspelling of; empty where it is like none.
[[nodiscard]] std::string nearest_word(std::string_view text,
                                       const std::vector<std::string>& known);

}  // namespace nuthatch::configuration
