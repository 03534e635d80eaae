// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a recursive function that parallel runs are measured against: every call in the source
/// stays a call in the program. Without it, the compiler inlines the function into itself several
/// levels deep and turns one of its two calls into a loop, and the ratio would compare different
/// programs.
#if defined(__clang__)
  #define NUTHATCH_PLAIN_RECURSION [[gnu::noinline, clang::disable_tail_calls]]
#else
  #define NUTHATCH_PLAIN_RECURSION [[gnu::noinline, gnu::optimize("no-optimize-sibling-calls")]]
#endif
