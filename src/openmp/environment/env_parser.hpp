// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace nuthatch::openmp {

/// Words, each of which stands for a value.
template <class Value, std::size_t N>
using keywords = std::array<std::pair<std::string_view, Value>, N>;

/// A value of the environment, of which parts are taken from the front. White space does not count,
/// nor do capitals.
class env_parser {
 public:
  explicit env_parser(std::string_view all) noexcept : left_(all) { skip_space(); }

  [[nodiscard]] bool empty() const noexcept { return left_.empty(); }

  /// That character, if it is next.
  bool take(char wanted) noexcept;

  /// A word of letters, figures and _, if it is that one.
  bool take_word(std::string_view wanted) noexcept;

  /// What the next word stands for, if it is one of these.
  template <class Value, std::size_t N>
  [[nodiscard]] std::optional<Value> take_one_of(const keywords<Value, N>& words) noexcept {
    for (const auto& [word, value] : words) {
      if (take_word(word)) {
        return value;
      }
    }
    return std::nullopt;
  }

  /// Figures. Nothing if there are none, or more than fit.
  [[nodiscard]] std::optional<std::uint64_t> take_number() noexcept;

  /// All that is left.
  [[nodiscard]] std::string_view take_rest() noexcept { return std::exchange(left_, {}); }

 private:
  void skip_space() noexcept;

  std::string_view left_;
};

}  // namespace nuthatch::openmp
