// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/abi/exported.hpp"

// The entry points for code compiled by Clang. The first arguments of all functions are the source
// location of the construct and the calling thread. Neither is needed here.

// For functions that call code of the program, which may declare it with other types than the
// runtime does. Clang's UndefinedBehaviorSanitizer would report these calls.
#if defined(__clang__)
  #define NUTHATCH_CALLS_AS_ANOTHER_TYPE [[clang::no_sanitize("function")]]
#else
  #define NUTHATCH_CALLS_AS_ANOTHER_TYPE
#endif

namespace nuthatch::openmp::kmpc {

/// The source location of a construct.
struct ident;

using thread_id = std::int32_t;

/// The variable of a critical construct, initially zero.
using critical_name = std::int32_t[8];

}  // namespace nuthatch::openmp::kmpc
