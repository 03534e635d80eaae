// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// The runtime that the program names as one that it needs, or else the first library that is
/// loaded with it and needs one. Nothing where the runtime was only preloaded.
[[nodiscard]] std::optional<peer> linked_runtime() noexcept;

/// Whether the program, or a library that is loaded with it, names an OpenMP runtime as one that it
/// needs, by any of the names that runtimes have. False where it was only preloaded.
[[nodiscard]] bool is_runtime_linked() noexcept;

}  // namespace nuthatch::openmp
