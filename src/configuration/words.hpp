// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/policy.hpp>

namespace nuthatch::configuration {

/// A value of an enumeration, and its name in environment, command line and reports.
template <class Value>
struct word {
  Value value;
  std::string_view name;
};

/// The names of the values of an enumeration. The first one is the default.
template <class Value>
inline constexpr std::array<word<Value>, 0> words{};

template <>
inline constexpr std::array words<spawn_policy>{
    word{spawn_policy::adaptive, "adaptive"},
    word{spawn_policy::work_first, "work_first"},
    word{spawn_policy::help_first, "help_first"},
};

template <>
inline constexpr std::array words<steal_amount>{
    word{steal_amount::adaptive, "adaptive"},
    word{steal_amount::one, "one"},
    word{steal_amount::half, "half"},
};

template <class Value>
[[nodiscard]] std::vector<std::string> names_of_words() {
  std::vector<std::string> names;
  names.reserve(words<Value>.size());
  for (const word<Value>& each : words<Value>) {
    names.emplace_back(each.name);
  }
  return names;
}

/// Returns "a, b or c"; with `last` "and", "a, b and c".
[[nodiscard]] std::string in_words(const std::vector<std::string>& names,
                                   std::string_view last = "or");

}  // namespace nuthatch::configuration
