// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The C source with explicit conversions from `void*` to other pointers where C converts
/// implicitly, `double* a = malloc(n)`. C++ has no such implicit conversion.
source with_explicit_conversions(const source& from, const std::vector<std::string>& c_flags);

}  // namespace nuthatch::splicec
