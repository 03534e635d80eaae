// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "configuration/option.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch {

/// An option, and the scheduler that registered it, or the first of those that share it; null when
/// any scheduler may look at it.
struct listed_option {
  const configuration::option* what;
  const scheduling::entry* of;

  /// Those that look at it; none where any may.
  [[nodiscard]] std::vector<std::string> schedulers() const;

  /// "scheduler slaw"; "schedulers shepherd_q and _l", where the first one's family is left out.
  /// Requires that there is one.
  [[nodiscard]] std::string owners() const;

  /// Whether that scheduler looks at it.
  [[nodiscard]] bool concerns(std::string_view scheduler) const;
};

/// Every option there is: those in option_list.cpp, then each scheduler's.
[[nodiscard]] std::vector<listed_option> option_list();

/// Null when there is none of that name.
[[nodiscard]] const configuration::option* find_option(std::string_view name);

}  // namespace nuthatch
