#include "cli/present/quantity.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace nuthatch::cli {

namespace {

/// For values below 1000.
std::string three_digits(double value) {
  if (value < 9.995) {
    return fmt::format("{:.2f}", value);
  }
  return value < 99.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

}  // namespace

std::string format_seconds(double seconds) {
  if (seconds >= 119.5) {
    return format_time_left(seconds);
  }

  struct unit {
    const char* name;
    double per_second;
  };

  for (const unit& one : {unit{"ns", 1e9}, unit{"us", 1e6}, unit{"ms", 1e3}}) {
    if (seconds * one.per_second < 999.5) {
      return fmt::format("{} {}", three_digits(seconds * one.per_second), one.name);
    }
  }
  return fmt::format("{} s", three_digits(seconds));
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
  return fmt::format("{} {}", three_digits(value), units[unit]);
}

std::string format_ratio(double ratio) {
  return three_digits(ratio);
}

std::string format_count(std::uint64_t count) {
  std::string text = fmt::format("{}", count);
  for (std::size_t place = text.size(); place > 3; place -= 3) {
    text.insert(place - 3, 1, ',');
  }
  return text;
}

}  // namespace nuthatch::cli
