// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/abi/exported.hpp"

// The entry points for code compiled by Clang. The first arguments of all functions are the source
// location of the construct and the calling thread. Neither is needed here.

namespace nuthatch::openmp::kmpc {

/// The source location of a construct.
struct ident;

using thread_id = std::int32_t;

/// The variable of a critical construct, initially zero.
using critical_name = std::int32_t[8];

}  // namespace nuthatch::openmp::kmpc
