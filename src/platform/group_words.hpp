// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

#include "platform/topology.hpp"

namespace nuthatch::platform {

/// Returns the level of a machine with that name: core, l2, l3, numa or package; otherwise nothing.
[[nodiscard]] constexpr std::optional<topology_level> level_called(std::string_view word) noexcept {
  if (word == "core") {
    return topology_level::core;
  }
  if (word == "l2") {
    return topology_level::l2;
  }
  if (word == "l3") {
    return topology_level::l3;
  }
  if (word == "numa") {
    return topology_level::numa_node;
  }
  if (word == "package") {
    return topology_level::package;
  }
  return std::nullopt;
}

/// Parses a whole number of at least 1; returns nothing for any other text.
[[nodiscard]] inline std::optional<unsigned> count_in(std::string_view text) noexcept {
  unsigned value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  return code == std::errc() && stop == end && value > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace nuthatch::platform
