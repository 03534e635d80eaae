// SPDX-License-Identifier: Apache-2.0
#pragma once

// The requirements of Nuthatch on the language. Public headers include this file before anything
// else.

#if __cplusplus <= 201703L
  #error "Nuthatch needs C++20: compile with -std=c++20 or later"
  #define NUTHATCH_CANNOT_BE_COMPILED
#endif

#if !defined(__cpp_exceptions)
  #error "Nuthatch needs exceptions: compile without -fno-exceptions"
  #define NUTHATCH_CANNOT_BE_COMPILED
#endif

// Compilers continue after #error. The missing header stops them before they report long
// consequential errors.
#if defined(NUTHATCH_CANNOT_BE_COMPILED)
  #include <nuthatch/cannot_be_compiled_see_above>
#endif
