// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/abi/exported.hpp"

// Fortran names end in _, and arguments are passed by reference: to four bytes, or to eight in
// functions whose names end in _8_.

/// Defines the Fortran name of a function without arguments.
#define NUTHATCH_FORTRAN_QUERY(type, name) \
  NUTHATCH_EXPORTED type name##_() {       \
    return name();                         \
  }

/// The same for a function with one argument and without a result.
#define NUTHATCH_FORTRAN_SETTER(name)                           \
  NUTHATCH_EXPORTED void name##_(const std::int32_t* value) {   \
    name(*value);                                               \
  }                                                             \
  NUTHATCH_EXPORTED void name##_8_(const std::int64_t* value) { \
    name(nuthatch::openmp::as_int(*value));                     \
  }

/// The same for a function with one argument and a result.
#define NUTHATCH_FORTRAN_QUERY_OF(name)                        \
  NUTHATCH_EXPORTED int name##_(const std::int32_t* value) {   \
    return name(*value);                                       \
  }                                                            \
  NUTHATCH_EXPORTED int name##_8_(const std::int64_t* value) { \
    return name(nuthatch::openmp::as_int(*value));             \
  }

namespace nuthatch::openmp {

/// Clamps a number to the range of int.
[[nodiscard]] constexpr int as_int(std::int64_t value) noexcept {
  constexpr std::int64_t most = INT32_MAX;
  constexpr std::int64_t least = INT32_MIN;
  return static_cast<int>(value > most ? most : value < least ? least : value);
}

}  // namespace nuthatch::openmp
