// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nuthatch::workloads {

/// Whole numbers, both ends included.
struct integer_range {
  std::int64_t first;
  std::int64_t last;
};

/// Numbers, both ends included.
struct number_range {
  double first;
  double last;
};

/// A choice of names.
using name_list = std::vector<std::string>;

/// The values that a parameter accepts: its help text, its check and the message of the check are
/// made of this one statement. std::monostate accepts every text.
using accepted_values = std::variant<std::monostate, integer_range, number_range, name_list>;

/// The values in a help text: "2 to 16384", "S, W, A". Empty for every text. Powers of two from
/// 2^16 on and powers of ten from 10^7 on are written as powers.
[[nodiscard]] std::string values_text(const accepted_values& accepted);

/// The end of the sentence "expected ...": "an integer from 2 to 16384", "one of S, W, A".
[[nodiscard]] std::string expectation(const accepted_values& accepted);

/// The number that a text is; empty if it is none, or out of the range.
[[nodiscard]] std::optional<std::int64_t> read(const integer_range& range, const std::string& text);
[[nodiscard]] std::optional<double> read(const number_range& range, const std::string& text);

[[nodiscard]] bool accepts(const accepted_values& accepted, const std::string& value);

/// The names of entries that have a member `name`.
template <class Entries>
[[nodiscard]] name_list names_of_entries(const Entries& entries) {
  name_list names;
  for (const auto& each : entries) {
    names.emplace_back(each.name);
  }
  return names;
}

}  // namespace nuthatch::workloads
