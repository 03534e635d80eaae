// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/sanitizer.hpp>

namespace nuthatch::detail {

/// The body of a work-first child. It runs the closure at `argument`, lets no exception escape, and
/// returns the join counter that the child counts at. If `polled`, it calls child_begun_slow() as
/// soon as it no longer needs `argument`, which lies in the spawner's frame, or has made sure that
/// it stays. From then on the continuation can be published, too.
using child_body = join_counter* (*)(void* argument);

// A program calls into a shared library without a detour through the procedure linkage table, if
// the compiler supports that.
#if !defined(NUTHATCH_STATIC_LIBRARY) && __has_cpp_attribute(gnu::noplt)
  #define NUTHATCH_CALLED_DIRECTLY [[gnu::noplt]]
#else
  #define NUTHATCH_CALLED_DIRECTLY
#endif

extern "C" {

/// Runs a child on another stack: body(argument). The caller's stack remains intact. Returns once:
/// `child`, if the child has ended and the continuation is still on this worker; null if the
/// continuation was published, on whichever worker resumed it. Written in assembly:
/// src/fiber/switch_*.S.
///
/// For compilers it is an ordinary call, so they keep nothing across it in registers that callees
/// may overwrite, whatever registers the processor has and whatever instruction set the calling
/// function is compiled for. Inline assembly would have to list them all, and the list would depend
/// on attributes of the function into which it is inlined.
///
/// The child is called in turn, so calls and returns stay paired for the processor's return
/// predictor; only a resumption jumps. The child's header stores what a resumption needs: one store
/// per callee-saved register. A child that returns has preserved these registers by itself.
NUTHATCH_CALLED_DIRECTLY fiber* nuthatch_call_child(void* argument,
                                                    fiber* child,
                                                    child_body body) noexcept;

/// The same in code that announces stack switches: announces the return while still on the child's
/// stack, but outside of any instrumented function.
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
