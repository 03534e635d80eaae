// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/option.hpp"
#include "core/team.hpp"

namespace nuthatch::scheduling {

struct entry {
  std::string_view name;
  std::string_view description;
  core::scheduler_kind kind;
  std::span<const configuration::option> options =
      {};                ///< that it alone looks at, or those that share them
  bool example = false;  ///< shows how one is made; not to be measured beside the others
};

/// All schedulers of this build, in the order in which tools show them. A new one is one line in
/// registry.cpp.
[[nodiscard]] std::span<const entry> registry() noexcept;

/// In that order.
[[nodiscard]] std::vector<std::string> names();

/// Of those that know places.
[[nodiscard]] std::vector<std::string> names_with_places();

/// Null when there is none of that name.
[[nodiscard]] const entry* find(std::string_view name) noexcept;

}  // namespace nuthatch::scheduling
