#pragma once

#include <string_view>
#include <vector>

#include "configuration/option.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch {

/// An option, and the scheduler that registered it; null when any scheduler may look at it.
struct listed_option {
  const configuration::option* what;
  const scheduling::entry* of;
};

/// Every option there is: those in option_list.cpp, then each scheduler's.
[[nodiscard]] std::vector<listed_option> option_list();

/// Null when there is none of that name.
[[nodiscard]] const configuration::option* find_option(std::string_view name);

}  // namespace nuthatch
