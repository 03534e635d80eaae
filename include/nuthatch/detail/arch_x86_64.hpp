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
#if defined(NUTHATCH_STATIC_LIBRARY) && (!defined(__PIC__) || defined(__PIE__))
  // The variable is in the same executable, so its offset is known when that is linked.
  asm volatile("movq %%fs:nuthatch_this_worker@tpoff, %0" : "=r"(self));
#else
  asm volatile(
      "movq nuthatch_this_worker@gottpoff(%%rip), %0\n\t"
      "movq %%fs:(%0), %0"
      : "=r"(self));
#endif
  return self;
}

/// `object`, by an address that is computed at this very place. For cold paths: a compiler that
/// sees the address used there and before a call would keep it in a register across the call, which
/// costs the common path.
template <class Value>
[[gnu::always_inline]] inline Value& addressed_here(Value& object) noexcept {
  Value* here;
  asm volatile("leaq %1, %0" : "=r"(here) : "m"(object));
  return *here;
}

/// Where the running function's part of the stack ends.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
  std::uintptr_t sp;
  asm volatile("movq %%rsp, %0" : "=r"(sp));
  return sp;
}

/// Whether little is left of the running fiber's stack. Stacks are aligned to their size, a power
/// of two, so there the upper bits of an offset are zero, which `upper_stack_bits` selects.
[[gnu::always_inline]] inline bool stack_nearly_full(const worker& self) noexcept {
  bool full;
  asm volatile("testq %%rsp, %1" : "=@ccz"(full) : "m"(self.upper_stack_bits));
  return full;
}

/// Ends backtraces at the function that contains it: its caller is another stack.
#define NUTHATCH_OUTERMOST_FRAME() asm volatile(".cfi_undefined 16")

// NOLINTEND(cppcoreguidelines-init-variables)

}  // namespace nuthatch::detail
