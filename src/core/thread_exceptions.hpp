#pragma once

#include <nuthatch/detail/worker.hpp>

namespace nuthatch::core {

/// What the C++ runtime library keeps of the calling thread's exceptions. It belongs to a stack: a
/// task that waits inside a handler, or in a destructor during unwinding, takes it along
/// (worker::suspend). Together with detail::continuation_may_go, at any time it is the running
/// fiber's alone.
[[nodiscard]] detail::thread_exceptions& thread_exceptions_here() noexcept;

}  // namespace nuthatch::core
