// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

namespace nuthatch::workloads {

/// Concatenates text and numbers. A double gets enough digits to distinguish it from every other
/// one, so two that print alike are equal.
template <class... Parts>
std::string message(const Parts&... parts) {
  std::string text;
  const auto append = [&text](const auto& part) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(part)>>) {
      std::array<char, 40> digits{};
      const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), part);
      text.append(digits.data(), written.ptr);
    } else {
      text += std::string_view(part);
    }
  };
  (append(parts), ...);
  return text;
}

}  // namespace nuthatch::workloads
