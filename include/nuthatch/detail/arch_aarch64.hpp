// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::detail {

// NOLINTBEGIN(cppcoreguidelines-init-variables): the assembly writes them

/// The calling thread's worker, read afresh at every call. Written in assembly because compilers
/// keep the address of a thread_local across a call in which the caller migrates to another OS
/// thread.
[[gnu::always_inline]] inline worker* this_worker() noexcept {
  worker* self;
  void* offset;
  asm volatile(
      "adrp %1, :gottprel:nuthatch_this_worker\n\t"
      "ldr %1, [%1, :gottprel_lo12:nuthatch_this_worker]\n\t"
      "mrs %0, tpidr_el0\n\t"
      "ldr %0, [%0, %1]"
      : "=&r"(self), "=&r"(offset));
  return self;
}

/// `object`, by an address that is computed at this very place. Only x86-64 is short enough of
/// registers for that to matter.
template <class Value>
[[gnu::always_inline]] inline Value& addressed_here(Value& object) noexcept {
  return object;
}

/// Where the running function's part of the stack ends.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
  std::uintptr_t sp;
  asm volatile("mov %0, sp" : "=r"(sp));
  return sp;
}

/// Whether little is left of the running fiber's stack. Stacks are aligned to their size, a power
/// of two, so there the upper bits of an offset are zero, which `upper_stack_bits` selects.
[[gnu::always_inline]] inline bool stack_nearly_full(const worker& self) noexcept {
  return (stack_pointer() & self.upper_stack_bits) == 0;
}

/// Ends backtraces at the function that contains it: its caller is another stack.
#define NUTHATCH_OUTERMOST_FRAME() asm volatile(".cfi_undefined 30")

// NOLINTEND(cppcoreguidelines-init-variables)

}  // namespace nuthatch::detail
