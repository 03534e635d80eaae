// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/worker.hpp>

namespace nuthatch::fiber {

/// What the C++ runtime library keeps of the calling thread's exceptions. It belongs to a stack, so
/// whoever switches stacks while it is not empty takes it along: a task that waits inside a
/// handler, or in a destructor during unwinding (core::worker::suspend), and a virtual worker that
/// is interrupted anywhere (twin::switch_actor).
[[nodiscard]] detail::thread_exceptions& thread_exceptions_here() noexcept;

}  // namespace nuthatch::fiber
