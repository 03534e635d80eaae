// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/abi/exported.hpp"

// What Clang's programs call. Where a construct is in the source, and which thread calls, comes
// first in all functions; neither is needed here.

namespace nuthatch::openmp::kmpc {

/// Where in the source a construct is.
struct ident;

using thread_id = std::int32_t;

/// A critical construct's variable: zero to begin with.
using critical_name = std::int32_t[8];

}  // namespace nuthatch::openmp::kmpc
