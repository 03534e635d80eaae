// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::cli {

/// The results of `name` for all elements.
template <class Range, class Name>
std::vector<std::string> names_of(const Range& range, Name name) {
  std::vector<std::string> names;
  std::ranges::transform(range, std::back_inserter(names), name);
  return names;
}

/// The name in `known` that `text` was probably meant to be; empty if none is near.
std::string nearest_name(std::string_view text, const std::vector<std::string>& known);

/// `denial "text"; did you mean x? valid: x, y, z`. The denial names the option and what does not
/// exist, as in `--size: there is no size`.
std::string unknown_name_message(std::string_view denial,
                                 std::string_view text,
                                 const std::vector<std::string>& known);

/// Throws usage_error with the message above unless `text` is one of `known`.
void require_known(std::string_view denial,
                   std::string_view text,
                   const std::vector<std::string>& known);

}  // namespace nuthatch::cli
