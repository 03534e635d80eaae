// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace nuthatch::openmp {

/// Keywords and their values.
template <class Value, std::size_t N>
using keywords = std::array<std::pair<std::string_view, Value>, N>;

/// Parses the value of an environment variable from the front. Ignores white space and case.
class env_parser {
 public:
  explicit env_parser(std::string_view all) noexcept : left_(all) { skip_space(); }

  [[nodiscard]] bool empty() const noexcept { return left_.empty(); }

  /// Consumes this character if it is next.
  bool take(char wanted) noexcept;

  /// Consumes a plus sign if a digit follows it directly.
  void take_plus() noexcept;

  /// Consumes a word of letters, digits and _ if it is `wanted`.
  bool take_word(std::string_view wanted) noexcept;

  /// Consumes one of the keywords and returns its value.
  template <class Value, std::size_t N>
  [[nodiscard]] std::optional<Value> take_one_of(const keywords<Value, N>& words) noexcept {
    for (const auto& [word, value] : words) {
      if (take_word(word)) {
        return value;
      }
    }
    return std::nullopt;
  }

  /// Consumes digits. Returns nothing if there are none, or if the number is too large.
  [[nodiscard]] std::optional<std::uint64_t> take_number() noexcept;

  /// Consumes the rest.
  [[nodiscard]] std::string_view take_rest() noexcept { return std::exchange(left_, {}); }

 private:
  void skip_space() noexcept;

  std::string_view left_;
};

}  // namespace nuthatch::openmp
