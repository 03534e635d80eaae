#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/sanitizer.hpp>

namespace nuthatch::fiber {

// What the sanitizers are told about stacks. Without a sanitizer all of it is empty.

/// A stack exists, or is about to vanish.
void sanitizer_introduce(detail::fiber& made);
void sanitizer_forget(detail::fiber& gone) noexcept;

/// The calling OS thread's own stack, described in `host`.
void sanitizer_introduce_thread(detail::fiber& host);

/// On the stack that is left, right before the switch; on the stack that was reached, right after
/// it.
void sanitizer_leave(detail::fiber& from, detail::fiber& to);
void sanitizer_arrive(detail::fiber& at);

/// What ended tasks left behind on a stack must not look like live frames to the next.
void sanitizer_clean(detail::fiber& idle) noexcept;

}  // namespace nuthatch::fiber
