// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/shared/settings.hpp"

#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace nuthatch::peers {

namespace {

std::string known_keys(const settings::values& values) {
  std::string keys;
  for (const auto& [key, value] : values) {
    keys += (keys.empty() ? "" : ", ") + key;
  }
  return keys;
}

template <class Number>
bool read(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stopped_at, code] = std::from_chars(text.data(), end, number);
  return code == std::errc() && stopped_at == end;
}

}  // namespace

void settings::set(std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw settings_error("--set " + std::string(assignment) + ": expected key=value");
  }
  const auto entry = values_.find(std::string(assignment.substr(0, equals)));
  if (entry == values_.end()) {
    throw settings_error("--set " + std::string(assignment) +
                         ": unknown key, known are: " + known_keys(values_));
  }
  entry->second = std::string(assignment.substr(equals + 1));
}

std::int64_t settings::integer(const std::string& key,
                               std::int64_t lowest,
                               std::int64_t highest) const {
  std::int64_t number = 0;
  if (!read(text(key), number) || number < lowest || number > highest) {
    reject(key, "a whole number", lowest, highest);
  }
  return number;
}

double settings::real(const std::string& key, double lowest, double highest) const {
  double number = 0;
  // The negated comparison also rejects a NaN.
  if (!read(text(key), number) || !(number >= lowest && number <= highest)) {
    reject(key, "a number", lowest, highest);
  }
  return number;
}

const std::string& settings::text(const std::string& key) const {
  return values_.at(key);
}

template <class Number>
void settings::reject(const std::string& key,
                      const char* kind,
                      Number lowest,
                      Number highest) const {
  std::ostringstream complaint;
  complaint << key << "=" << text(key) << ": expected " << kind << " from " << lowest << " to "
            << highest;
  throw settings_error(complaint.str());
}

}  // namespace nuthatch::peers
