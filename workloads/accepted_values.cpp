// SPDX-License-Identifier: Apache-2.0
#include "workloads/accepted_values.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <variant>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

template <class... Cases>
struct by_kind : Cases... {
  using Cases::operator()...;
};

/// The exponent of a power of ten, 0 for other numbers.
int power_of_ten(std::int64_t number) {
  int exponent = 0;
  for (; number >= 10 && number % 10 == 0; number /= 10) {
    ++exponent;
  }
  return number == 1 ? exponent : 0;
}

std::string text_of(std::int64_t number) {
  constexpr std::int64_t first_power_of_two = std::int64_t{1} << 16U;
  constexpr int first_power_of_ten = 7;
  if (number >= first_power_of_two && std::has_single_bit(static_cast<std::uint64_t>(number))) {
    return message("2^", std::countr_zero(static_cast<std::uint64_t>(number)));
  }
  if (const int exponent = power_of_ten(number); exponent >= first_power_of_ten) {
    return message("10^", exponent);
  }
  return message(number);
}

std::string text_of(double number) {
  constexpr double whole_below = 1e15;
  return std::abs(number) < whole_below && std::trunc(number) == number
             ? text_of(static_cast<std::int64_t>(number))
             : message(number);
}

template <class Range>
std::string range_text(const Range& range) {
  return message(text_of(range.first), " to ", text_of(range.last));
}

std::string joined(const name_list& names) {
  std::string all;
  for (const std::string& each : names) {
    all.append(all.empty() ? "" : ", ").append(each);
  }
  return all;
}

template <class Number, class Range>
std::optional<Number> read_in(const Range& range, const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  // A NaN is in no range.
  const bool lies_in = number >= range.first && number <= range.last;
  return problem == std::errc{} && rest == end && lies_in ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string values_text(const accepted_values& accepted) {
  return std::visit(by_kind{[](std::monostate) { return std::string(); },
                            [](const name_list& names) { return joined(names); },
                            [](const auto& range) {
                              return range_text(range);
                            }},
                    accepted);
}

std::string expectation(const accepted_values& accepted) {
  const std::string values = values_text(accepted);
  return std::visit(by_kind{[](std::monostate) { return std::string("a text"); },
                            [&](const integer_range&) { return "an integer from " + values; },
                            [&](const number_range&) { return "a number from " + values; },
                            [&](const name_list&) {
                              return "one of " + values;
                            }},
                    accepted);
}

std::optional<std::int64_t> read(const integer_range& range, const std::string& text) {
  return read_in<std::int64_t>(range, text);
}

std::optional<double> read(const number_range& range, const std::string& text) {
  return read_in<double>(range, text);
}

bool accepts(const accepted_values& accepted, const std::string& value) {
  return std::visit(by_kind{[](std::monostate) { return true; },
                            [&](const name_list& names) {
                              return std::ranges::find(names, value) != names.end();
                            },
                            [&](const auto& range) {
                              return read(range, value).has_value();
                            }},
                    accepted);
}

}  // namespace nuthatch::workloads
