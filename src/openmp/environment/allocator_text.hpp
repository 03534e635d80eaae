// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "openmp/environment/env_parser.hpp"
#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// Parses OMP_ALLOCATOR: a predefined allocator, or a memory space with traits. Returns false if
/// the value is invalid, or names memory that does not exist.
bool read_allocator(env_parser& from, settings& into);

/// Formats the allocator in the same syntax.
[[nodiscard]] std::string describe_allocator(const settings& settings);

}  // namespace nuthatch::openmp
