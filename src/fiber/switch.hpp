#pragma once

#include <cstddef>

#include <nuthatch/detail/fiber.hpp>

namespace nuthatch::detail {
struct join_counter;
struct worker;
}  // namespace nuthatch::detail

namespace nuthatch::fiber {

static_assert(offsetof(detail::context, sp) == 0);
static_assert(offsetof(detail::context, pc) == 8);
static_assert(offsetof(detail::context, registers) == 16);

extern "C" {

/// Saves the caller in `save` and resumes `load`. Returns when somebody resumes `save`, with the
/// worker that did. Any code after it may run on another OS thread than the code before it.
detail::worker* nuthatch_switch(detail::context* save,
                                const detail::context* load,
                                detail::worker* self);

/// Resumes `load`; the present stack is not returned to. It may be reused as soon as the resumed
/// code runs.
[[noreturn]] void nuthatch_resume(const detail::context* load, detail::worker* self);

/// The first code of a fresh fiber; calls nuthatch_fiber_main on the worker that switched to it.
void nuthatch_fiber_entry();

/// Defined by the core.
[[noreturn]] void nuthatch_fiber_main(detail::worker* self);
[[noreturn]] void nuthatch_child_ended(detail::join_counter* home, detail::fiber* child);
}

/// Where `fresh` begins when it is first resumed.
[[nodiscard]] inline detail::context beginning_of(detail::fiber& fresh) noexcept {
  return {&fresh, reinterpret_cast<void*>(&nuthatch_fiber_entry), {}};
}

}  // namespace nuthatch::fiber
