// SPDX-License-Identifier: Apache-2.0
#include "workloads/parameters.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::array<std::string_view, 3> size_names{"small", "default", "paper"};

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
    accepted_.emplace(known.name, known.accepted);
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

std::int64_t parameters::get_int(std::string_view name) const {
  const auto number = read(std::get<integer_range>(accepted(name)), get_string(name));
  if (!number) {
    reject_unaccepted(name);
  }
  return *number;
}

std::size_t parameters::get_size(std::string_view name) const {
  return static_cast<std::size_t>(get_int(name));
}

double parameters::get_double(std::string_view name) const {
  const auto number = read(std::get<number_range>(accepted(name)), get_string(name));
  if (!number) {
    reject_unaccepted(name);
  }
  return *number;
}

const std::string& parameters::get_string(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    throw option_error(message(workload_, " has no parameter '", name, "'"));
  }
  return found->second;
}

const accepted_values& parameters::accepted(std::string_view name) const {
  static_cast<void>(get_string(name));  // throws for a name that is not in the list
  return accepted_.find(name)->second;
}

void parameters::reject_unaccepted(std::string_view name) const {
  reject(name, expectation(accepted(name)));
}

void parameters::reject(std::string_view name, std::string_view expected) const {
  throw option_error(
      message(workload_, ": parameter ", name, "=", get_string(name), ": expected ", expected));
}

}  // namespace nuthatch::workloads
