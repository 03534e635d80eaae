// SPDX-License-Identifier: Apache-2.0
#include "cli/present/quantity.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace nuthatch::cli {

std::string format_ratio(double ratio) {
  return ratio < 9.995   ? fmt::format("{:.2f}", ratio)
         : ratio < 99.95 ? fmt::format("{:.1f}", ratio)
                         : fmt::format("{:.0f}", ratio);
}

std::string format_seconds(double seconds) {
  if (seconds >= 119.5) {
    return format_time_left(seconds);
  }
  double value = 1e9 * seconds;
  for (const char* const unit : {"ns", "us", "ms"}) {
    if (value < 999.5) {
      return fmt::format("{} {}", format_ratio(value), unit);
    }
    value /= 1e3;
  }
  return fmt::format("{} s", format_ratio(seconds));
}

std::string format_time_left(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::fmax(seconds, 0)));
  if (whole < 60) {
    return fmt::format("{} s", whole);
  }
  if (whole < 3600) {
    return fmt::format("{} min {} s", whole / 60, whole % 60);
  }
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string format_bytes(std::uint64_t bytes) {
  if (bytes < 1024) {
    return fmt::format("{} bytes", bytes);
  }
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", format_ratio(value), units[unit]);
}

std::string format_count(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t place = text.size(); place > 3; place -= 3) {
    text.insert(place - 3, 1, ',');
  }
  return text;
}

}  // namespace nuthatch::cli
