// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// The runtime in the program's DT_NEEDED entries, or else in those of the first library loaded
/// with it that has one. Nothing if the runtime was only preloaded.
[[nodiscard]] std::optional<peer> linked_runtime() noexcept;

/// Whether the program, or a library loaded with it, has an OpenMP runtime in its DT_NEEDED
/// entries, by any name of a runtime. False if the runtime was only preloaded.
[[nodiscard]] bool is_runtime_linked() noexcept;

}  // namespace nuthatch::openmp
