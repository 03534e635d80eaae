// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/sanitizer.hpp>

namespace nuthatch::fiber {

// Announcements of stack switches to sanitizers. In a process without one they do nothing, except
// that a new stack is registered with Valgrind.

/// For functions that are entered on one stack and left on another, or never. ThreadSanitizer keeps
/// a record of each stack's calls, in which an entry without its exit would remain forever, and an
/// exit without its entry would underflow. Memory accesses belong into functions without this
/// attribute.
#if defined(__clang__)
  #define NUTHATCH_CALLS_NOT_RECORDED [[clang::disable_sanitizer_instrumentation]]
#else
  #define NUTHATCH_CALLS_NOT_RECORDED [[gnu::no_sanitize_thread]]
#endif

/// Returns whether there is a sanitizer that needs announcements.
[[nodiscard]] bool switches_are_followed() noexcept;

/// Call sanitizer_introduce when a stack has been created, sanitizer_forget before it is unmapped.
void sanitizer_introduce(detail::fiber& made);
void sanitizer_forget(detail::fiber& gone) noexcept;

/// The caller runs on a stack that is not one of the pool's; `host`, which has its bounds,
/// represents it.
void sanitizer_introduce_running(detail::fiber& host);

/// Call sanitizer_leave on the stack that is left, right before the switch, and sanitizer_arrive on
/// the stack that was reached, right after it. `left`, if given, represents the stack that was
/// left, and its bounds are set.
NUTHATCH_CALLS_NOT_RECORDED void sanitizer_leave(detail::fiber& from, detail::fiber& to);
/// Replaces sanitizer_leave if the code that ran on `ended` has ended.
NUTHATCH_CALLS_NOT_RECORDED void sanitizer_leave_ended(detail::fiber& ended, detail::fiber& to);
void sanitizer_arrive(detail::fiber& at, detail::fiber* left = nullptr);

/// Frames of ended tasks on the stack must not look live to the next task.
void sanitizer_clean(detail::fiber& idle) noexcept;

}  // namespace nuthatch::fiber
