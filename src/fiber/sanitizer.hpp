// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/sanitizer.hpp>

namespace nuthatch::fiber {

// What the sanitizers are told about stacks. Where there is none in the process, all of it does
// nothing, but that a new stack is made known to Valgrind.

/// For functions that are entered on one stack and left on another, or never: ThreadSanitizer keeps
/// a record of each stack's calls, in which an entry without its exit would stay for good, and an
/// exit without its entry would reach in front of it. Accesses to memory belong into functions
/// without this.
#if defined(__clang__)
  #define NUTHATCH_CALLS_NOT_RECORDED [[clang::disable_sanitizer_instrumentation]]
#else
  #define NUTHATCH_CALLS_NOT_RECORDED [[gnu::no_sanitize_thread]]
#endif

/// Whether there is a sanitizer that has to be told.
[[nodiscard]] bool switches_are_followed() noexcept;

/// A stack exists, or is about to vanish.
void sanitizer_introduce(detail::fiber& made);
void sanitizer_forget(detail::fiber& gone) noexcept;

/// The stack that the caller runs on is not one of the pool's; `host`, which has its bounds,
/// stands for it.
void sanitizer_introduce_running(detail::fiber& host);

/// On the stack that is left, right before the switch; on the stack that was reached, right after
/// it. `left`, where it is given, stands for whatever stack was left, and learns its bounds.
NUTHATCH_CALLS_NOT_RECORDED void sanitizer_leave(detail::fiber& from, detail::fiber& to);
/// Instead of sanitizer_leave, where what ran on `ended` has come to its end.
NUTHATCH_CALLS_NOT_RECORDED void sanitizer_leave_ended(detail::fiber& ended, detail::fiber& to);
void sanitizer_arrive(detail::fiber& at, detail::fiber* left = nullptr);

/// What ended tasks left behind on a stack must not look like live frames to the next.
void sanitizer_clean(detail::fiber& idle) noexcept;

}  // namespace nuthatch::fiber
