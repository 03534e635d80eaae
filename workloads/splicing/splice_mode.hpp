// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nuthatch::workloads {

/// How a program of calls over the same data is run.
enum class splice_mode : std::uint8_t {
  off,    ///< call after call, by plain recursion
  on,     ///< spliced
  order,  ///< by handwritten loops, in about the order in which splicing runs slices
  tiled   ///< by handwritten loops, as good as we can make them
};

inline constexpr std::array<std::string_view, 4> splice_mode_names{"off", "on", "order", "tiled"};

[[nodiscard]] constexpr std::string_view to_string(splice_mode mode) noexcept {
  return splice_mode_names[static_cast<std::size_t>(mode)];
}

}  // namespace nuthatch::workloads
