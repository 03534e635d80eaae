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
      {};                ///< used only by this scheduler, or by those that share them
  bool example = false;  ///< a template for new schedulers; not to be measured beside the others
};

/// Returns all schedulers of this build, in the order in which tools list them. A new one is one
/// line in registry.cpp.
[[nodiscard]] std::span<const entry> registry() noexcept;

/// Returns the names, in the same order.
[[nodiscard]] std::vector<std::string> names();

/// Returns the names of the schedulers that support places.
[[nodiscard]] std::vector<std::string> names_with_places();

/// Returns null if there is no scheduler of that name.
[[nodiscard]] const entry* find(std::string_view name) noexcept;

}  // namespace nuthatch::scheduling
