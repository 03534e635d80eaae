// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "configuration/option.hpp"

namespace nuthatch::testing {

/// Returns a valid value of an option other than its default, as text.
inline std::string other_value(const configuration::option& of) {
  const options defaults;
  const std::string usual = of.shown(defaults);
  switch (of.kind()) {
    case configuration::value_kind::yes_or_no:
      return usual == "1" ? "0" : "1";
    case configuration::value_kind::number:
      return usual == "3" ? "4" : "3";
    case configuration::value_kind::bytes:
      return std::to_string(2 * std::stoull(usual));
    case configuration::value_kind::word:
    case configuration::value_kind::text:
      break;
  }
  for (const std::string& name : of.names()) {
    if (name != usual) {
      return name;
    }
  }
  return usual + (of.allows == nullptr ? "1:1" : "3");
}

}  // namespace nuthatch::testing
