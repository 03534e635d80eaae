// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::detail {

// NOLINTBEGIN(cppcoreguidelines-init-variables): the assembly writes them

/// Returns the calling thread's worker, read again at every call; no_worker on a foreign thread. It
/// is written in assembly because compilers keep the address of a thread_local across a call in
/// which the caller migrates to another OS thread.
[[gnu::always_inline]] inline worker& current_worker() noexcept {
  worker* self;
  void* offset;
  asm volatile(
      "adrp %1, :gottprel:nuthatch_this_worker\n\t"
      "ldr %1, [%1, :gottprel_lo12:nuthatch_this_worker]\n\t"
      "mrs %0, tpidr_el0\n\t"
      "ldr %0, [%0, %1]"
      : "=&r"(self), "=&r"(offset));
  return *self;
}

/// Returns `object`. On x86-64, which has few registers, it makes the compiler compute the address
/// here.
template <class Value>
[[gnu::always_inline]] inline Value& addressed_here(Value& object) noexcept {
  return object;
}

/// Returns the end of the running function's part of the stack.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
  std::uintptr_t sp;
  asm volatile("mov %0, sp" : "=r"(sp));
  return sp;
}

/// Returns whether the running fiber's stack is nearly full. Stacks are aligned to their size, a
/// power of two, so near their end the upper bits of an offset are zero, which `upper_stack_bits`
/// selects.
[[gnu::always_inline]] inline bool stack_nearly_full(const worker& self) noexcept {
  return (stack_pointer() & self.polled.upper_stack_bits) == 0;
}

/// Returns whether a fork needs to do nothing besides linking its callable: the calling thread runs
/// a task, the stack is not nearly full, and no request is pending (P1, P2). Relaxed.
[[gnu::always_inline]] inline bool forks_at_once(const worker& self) noexcept {
  return (stack_pointer() & self.polled.word().load(memory_order_relaxed)) != 0;
}

/// Ends backtraces at the function that contains it, whose caller is on another stack.
#define NUTHATCH_OUTERMOST_FRAME() asm volatile(".cfi_undefined 30")

// NOLINTEND(cppcoreguidelines-init-variables)

}  // namespace nuthatch::detail
