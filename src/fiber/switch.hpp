// SPDX-License-Identifier: Apache-2.0
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
static_assert(offsetof(detail::fiber, continuation.tag) == 8);
static_assert(offsetof(detail::fiber, spawner) == 40);
static_assert(sizeof(detail::frame_tag) == 8 && detail::frame_tag::published_bit == 1);

extern "C" {

/// Saves the caller in `save` and resumes `load`. Returns when another worker resumes `save`, with
/// that worker. Code after the call may run on another OS thread than the code before it.
detail::worker* nuthatch_switch(detail::context* save,
                                const detail::context* load,
                                detail::worker* self);

/// Resumes `load` and never returns to the present stack, which may be reused as soon as the
/// resumed code runs.
[[noreturn]] void nuthatch_resume(const detail::context* load, detail::worker* self);

/// The first code of a fresh stack; see beginning().
void nuthatch_stack_entry();

/// The address at which a spawner resumes whose continuation was published; see continuation_of().
void nuthatch_child_given_away();

/// The core defines these two functions.
[[noreturn]] void nuthatch_fiber_main(detail::worker* self);
[[noreturn]] void nuthatch_child_ended(detail::join_counter* join, detail::fiber* child);
}

/// The outermost function of a stack, called with the worker that first resumed it.
using stack_main = void (*)(detail::worker* self);

/// Returns a context whose resumption calls `main`, which must not return, on the stack that ends
/// below `highest`, aligned to 16 bytes.
[[nodiscard]] inline detail::context beginning(void* highest, stack_main main) noexcept {
  return {highest, reinterpret_cast<void*>(&nuthatch_stack_entry), {reinterpret_cast<void*>(main)}};
}

/// Returns the address after the spawn of a work-first child, for diagnoses; null if nothing was
/// ever spawned onto the fiber.
[[nodiscard, gnu::no_sanitize_address]] inline void* spawned_at(
    const detail::fiber& child) noexcept {
  if (child.spawner.sp == nullptr || child.continuation.published()) {
    return child.spawner.pc;
  }
  // Reads what nuthatch_call_child left on the spawner's stack, which AddressSanitizer does not
  // know.
  constexpr std::size_t return_address = detail::saved_registers == 6 ? 0 : 1;
  return static_cast<void* const*>(child.spawner.sp)[return_address];
}

/// Returns the context that resumes the spawner while `child` runs on another worker: its
/// nuthatch_call_child returns null.
[[nodiscard]] inline detail::context continuation_of(const detail::fiber& child) noexcept {
  detail::context at = child.spawner;
  at.pc = reinterpret_cast<void*>(&nuthatch_child_given_away);
  return at;
}

}  // namespace nuthatch::fiber
