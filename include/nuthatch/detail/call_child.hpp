// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/sanitizer.hpp>

namespace nuthatch::detail {

/// The body of a work-first child: runs the closure at `argument`, lets nothing escape, returns the
/// join counter of whoever waits for it. `polled`: call child_begun_slow() as soon as `argument`,
/// which lies in the spawner's frame, is no longer needed or sure to stay, so that the continuation
/// can go too.
using child_body = join_counter* (*)(void* argument);

// A program calls into a shared library without a detour through a table of jumps, where the
// compiler can.
#if !defined(NUTHATCH_STATIC_LIBRARY) && __has_cpp_attribute(gnu::noplt)
  #define NUTHATCH_CALLED_DIRECTLY [[gnu::noplt]]
#else
  #define NUTHATCH_CALLED_DIRECTLY
#endif

extern "C" {

/// Runs a child on another stack: body(argument), the caller's stack staying as it is. Returns
/// once: `child`, when that has ended with the continuation still here, or null, when the
/// continuation was published, on whichever worker resumed it. In assembly, src/fiber/switch_*.S.
///
/// For compilers it is a call like any other, so they keep nothing across it in a register that
/// callees may overwrite, whatever registers the processor has and whatever the calling function is
/// compiled for. Inline assembly would have to name them all, which depends on attributes of the
/// function that it ends up in.
///
/// The child is called in turn, so calls and returns stay paired for the processor's return
/// predictor; only a resumption jumps. What a resumption needs is kept in the child's header: that
/// is one store per callee-saved register, which a child that returns has preserved by itself.
NUTHATCH_CALLED_DIRECTLY fiber* nuthatch_call_child(void* argument,
                                                    fiber* child,
                                                    child_body body) noexcept;

/// The same where switches are announced: announces the return, still on the child's stack but
/// outside of any instrumented function.
NUTHATCH_CALLED_DIRECTLY fiber* nuthatch_call_child_announced(void* argument,
                                                              fiber* child,
                                                              child_body body) noexcept;
}

#undef NUTHATCH_CALLED_DIRECTLY

[[gnu::always_inline]] inline fiber* call_child(void* argument,
                                                fiber* child,
                                                child_body body) noexcept {
  if constexpr (switches_announced) {
    return nuthatch_call_child_announced(argument, child, body);
  } else {
    return nuthatch_call_child(argument, child, body);
  }
}

}  // namespace nuthatch::detail
