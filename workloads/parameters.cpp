// SPDX-License-Identifier: Apache-2.0
#include "workloads/parameters.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::array<std::string_view, 3> size_names{"small", "default", "paper"};

template <class Number>
bool parse_whole(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc{} && rest == end;
}

std::string known_names(std::span<const parameter> list) {
  if (list.empty()) {
    return "none";
  }
  std::string names;
  for (const parameter& known : list) {
    names += names.empty() ? known.name : ", " + known.name;
  }
  return names;
}

template <class Number>
std::string describe_range(std::string_view kind, Number lowest, Number highest) {
  const bool from = lowest > std::numeric_limits<Number>::lowest();
  const bool to = highest < std::numeric_limits<Number>::max();
  if (from && to) {
    return message(kind, " from ", lowest, " to ", highest);
  }
  if (from) {
    return message(kind, " of at least ", lowest);
  }
  return to ? message(kind, " of at most ", highest) : std::string(kind);
}

}  // namespace

std::string_view to_string(problem_size size) noexcept {
  return size_names[static_cast<std::size_t>(size)];
}

problem_size parse_problem_size(std::string_view text) {
  for (std::size_t i = 0; i < size_names.size(); ++i) {
    if (text == size_names[i]) {
      return static_cast<problem_size>(i);
    }
  }
  throw option_error(message("unknown size '", text, "': expected small, default or paper"));
}

parameters::parameters(std::string workload,
                       std::span<const parameter> list,
                       problem_size size,
                       std::span<const std::string> overrides)
    : workload_(std::move(workload)) {
  for (const parameter& known : list) {
    values_.emplace(known.name, known.by_size[static_cast<std::size_t>(size)]);
  }
  for (const std::string& text : overrides) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw option_error(
          message(workload_, ": cannot read parameter '", text, "': expected key=value"));
    }
    const auto found = values_.find(std::string_view(text).substr(0, equals));
    if (found == values_.end()) {
      throw option_error(message(workload_,
                                 " has no parameter '",
                                 text.substr(0, equals),
                                 "': expected one of ",
                                 known_names(list)));
    }
    found->second = text.substr(equals + 1);
  }
}

std::int64_t parameters::get_int(std::string_view name,
                                 std::int64_t lowest,
                                 std::int64_t highest) const {
  std::int64_t number = 0;
  if (!parse_whole(get_string(name), number) || number < lowest || number > highest) {
    reject(name, describe_range("an integer", lowest, highest));
  }
  return number;
}

std::size_t parameters::get_size(std::string_view name,
                                 std::size_t lowest,
                                 std::size_t highest) const {
  std::size_t number = 0;
  if (!parse_whole(get_string(name), number) || number < lowest || number > highest) {
    reject(name, describe_range("an integer", lowest, highest));
  }
  return number;
}

double parameters::get_double(std::string_view name, double lowest, double highest) const {
  double number = 0;
  // The negated comparison also turns away a NaN.
  if (!parse_whole(get_string(name), number) || !(number >= lowest && number <= highest)) {
    reject(name, describe_range("a number", lowest, highest));
  }
  return number;
}

const std::string& parameters::get_string(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    throw option_error(message(workload_, " has no parameter '", name, "'"));
  }
  return found->second;
}

void parameters::reject(std::string_view name, std::string_view expected) const {
  throw option_error(
      message(workload_, ": parameter ", name, "=", get_string(name), ": expected ", expected));
}

}  // namespace nuthatch::workloads
