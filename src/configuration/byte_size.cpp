// SPDX-License-Identifier: Apache-2.0
#include "configuration/byte_size.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace nuthatch::configuration {

namespace {

struct unit {
  unsigned bits;
  std::array<std::string_view, 3> names;
};

constexpr std::array units{
    unit{30, {"GiB", "G", "g"}},
    unit{20, {"MiB", "M", "m"}},
    unit{10, {"KiB", "K", "k"}},
};

/// Returns by how many bits this suffix shifts a number to the left.
std::optional<unsigned> shift_of(std::string_view suffix) noexcept {
  if (suffix.empty()) {
    return 0;
  }
  for (const unit& each : units) {
    for (const std::string_view name : each.names) {
      if (suffix == name) {
        return each.bits;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc()) {
    return std::nullopt;
  }
  const auto shift = shift_of(text.substr(static_cast<std::size_t>(stop - text.data())));
  if (!shift || value > std::numeric_limits<std::uint64_t>::max() >> *shift) {
    return std::nullopt;
  }
  return value << *shift;
}

std::string describe_byte_size(std::uint64_t bytes) {
  for (const unit& each : units) {
    const std::uint64_t one = std::uint64_t{1} << each.bits;
    if (bytes >= one && bytes % one == 0) {
      return std::to_string(bytes / one) + " " + std::string(each.names.front());
    }
  }
  return std::to_string(bytes) + " bytes";
}

}  // namespace nuthatch::configuration
