// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/worker.hpp>

namespace nuthatch::fiber {

/// Returns the C++ runtime library's state of the calling thread's exceptions. It belongs to a
/// stack, so code that switches stacks while it is not empty has to save and restore it: a task
/// that waits inside a handler, or in a destructor during unwinding (core::worker::suspend), and a
/// virtual worker that is interrupted anywhere (twin::switch_actor).
[[nodiscard]] detail::thread_exceptions& thread_exceptions_here() noexcept;

}  // namespace nuthatch::fiber
