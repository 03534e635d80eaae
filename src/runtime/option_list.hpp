// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "configuration/option.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch {

/// An option, and the scheduler that registered it, or the first of those that share it; null if
/// any scheduler may use the option.
struct listed_option {
  const configuration::option* what;
  const scheduling::entry* of;

  /// Returns the schedulers that use it; empty if any may.
  [[nodiscard]] std::vector<std::string> schedulers() const;

  /// Returns "scheduler slaw", or "schedulers shepherd_q and _l", without repeating the first one's
  /// family. Requires at least one scheduler.
  [[nodiscard]] std::string owners() const;

  /// Returns whether that scheduler uses the option.
  [[nodiscard]] bool concerns(std::string_view scheduler) const;
};

/// Returns every option: those in option_list.cpp, then those of each scheduler.
[[nodiscard]] std::vector<listed_option> option_list();

/// Returns null if there is no option of that name.
[[nodiscard]] const configuration::option* find_option(std::string_view name);

}  // namespace nuthatch
