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
#if defined(NUTHATCH_STATIC_LIBRARY) && (!defined(__PIC__) || defined(__PIE__))
  // The variable is in the same executable, so the linker knows its offset.
  asm volatile("movq %%fs:nuthatch_this_worker@tpoff, %0" : "=r"(self));
#else
  asm volatile(
      "movq nuthatch_this_worker@gottpoff(%%rip), %0\n\t"
      "movq %%fs:(%0), %0"
      : "=r"(self));
#endif
  return *self;
}

/// Returns `object` by an address that is computed here. For cold paths: otherwise a compiler that
/// sees the address used both there and before a call keeps it in a register across the call, at
/// the expense of the common path.
template <class Value>
[[gnu::always_inline]] inline Value& addressed_here(Value& object) noexcept {
  Value* here;
  asm volatile("leaq %1, %0" : "=r"(here) : "m"(object));
  return *here;
}

/// Returns the end of the running function's part of the stack.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
  std::uintptr_t sp;
  asm volatile("movq %%rsp, %0" : "=r"(sp));
  return sp;
}

/// Returns whether the running fiber's stack is nearly full. Stacks are aligned to their size, a
/// power of two, so near their end the upper bits of an offset are zero, which `upper_stack_bits`
/// selects.
[[gnu::always_inline]] inline bool stack_nearly_full(const worker& self) noexcept {
  bool full;
  asm volatile("testq %%rsp, %1" : "=@ccz"(full) : "m"(self.polled.upper_stack_bits));
  return full;
}

/// Returns whether a fork needs to do nothing besides linking its callable: the calling thread runs
/// a task, the stack is not nearly full, and no request is pending (P1, P2). Relaxed.
[[gnu::always_inline]] inline bool forks_at_once(const worker& self) noexcept {
  if constexpr (atomics_are_plain_memory) {
    bool common;
    asm volatile("testq %%rsp, %1" : "=@ccnz"(common) : "m"(self.polled.word()));
    return common;
  } else {
    return (stack_pointer() & self.polled.word().load(memory_order_relaxed)) != 0;
  }
}

/// Ends backtraces at the function that contains it, whose caller is on another stack.
#define NUTHATCH_OUTERMOST_FRAME() asm volatile(".cfi_undefined 16")

// NOLINTEND(cppcoreguidelines-init-variables)

}  // namespace nuthatch::detail
