// SPDX-License-Identifier: Apache-2.0
#include "configuration/words.hpp"

#include <nuthatch/errors.hpp>
#include <nuthatch/options.hpp>

namespace nuthatch {

namespace {

using configuration::word;
using configuration::words;

template <class Value>
std::string_view name_of(Value value) noexcept {
  for (const word<Value>& each : words<Value>) {
    if (each.value == value) {
      return each.name;
    }
  }
  return words<Value>.front().name;
}

template <class Value>
Value value_of(std::string_view text, std::string_view what) {
  for (const word<Value>& each : words<Value>) {
    if (text == each.name) {
      return each.value;
    }
  }
  throw option_error(std::string(what) + ": \"" + std::string(text) +
                     "\" is not valid; it must be " +
                     configuration::in_words(configuration::names_of_words<Value>()));
}

}  // namespace

std::string_view to_string(spawn_policy policy) noexcept {
  return name_of(policy);
}

spawn_policy spawn_policy_from(std::string_view text, std::string_view what) {
  return value_of<spawn_policy>(text, what);
}

std::string_view to_string(steal_amount amount) noexcept {
  return name_of(amount);
}

steal_amount steal_amount_from(std::string_view text, std::string_view what) {
  return value_of<steal_amount>(text, what);
}

std::string configuration::in_words(const std::vector<std::string>& names, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0 && i + 1 == names.size()) {
      text.append(" ").append(last).append(" ");
    } else if (i > 0) {
      text.append(", ");
    }
    text.append(names[i]);
  }
  return text;
}

}  // namespace nuthatch
