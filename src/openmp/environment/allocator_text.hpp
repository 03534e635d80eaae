// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "openmp/environment/env_parser.hpp"
#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// What OMP_ALLOCATOR says: a predefined allocator, or a memory space with traits. False if it is
/// not understood, or names memory that there is not.
bool read_allocator(env_parser& from, settings& into);

/// In the same manner.
[[nodiscard]] std::string describe_allocator(const settings& settings);

}  // namespace nuthatch::openmp
