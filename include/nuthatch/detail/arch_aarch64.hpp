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
template <class T>
[[gnu::always_inline]] inline T& addressed_here(T& object) noexcept {
  return object;
}

/// Where the running function's part of the stack ends.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
  std::uintptr_t sp;
  asm volatile("mov %0, sp" : "=r"(sp));
  return sp;
}

/// Whether little is left of the running fiber's stack. Stacks are aligned to their size, a power of
/// two, so there the upper bits of an offset are zero, which `upper_stack_bits` selects.
[[gnu::always_inline]] inline bool stack_nearly_full(const worker& self) noexcept {
  return (stack_pointer() & self.upper_stack_bits) == 0;
}

/// Ends backtraces at the function that contains it: its caller is another stack.
#define NUTHATCH_OUTERMOST_FRAME() asm volatile(".cfi_undefined 30")

// Registers that exist for the compiler only when it may use SVE.
#if defined(__ARM_FEATURE_SVE)
  #define NUTHATCH_MORE_VECTOR_REGISTERS                                                      \
    , "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", \
        "p14", "p15", "ffr"
#else
  #define NUTHATCH_MORE_VECTOR_REGISTERS
#endif

// Where switches are announced, the return is, too: still on the child's stack, but outside of any
// instrumented function.
#if defined(NUTHATCH_STACK_SWITCHES_ANNOUNCED)
  #define NUTHATCH_BEFORE_RETURN \
    "mov x0, sp\n\t"             \
    "bl nuthatch_announce_return\n\t"
#else
  #define NUTHATCH_BEFORE_RETURN
#endif

/// Runs a child on another stack: body(argument), the caller's stack staying as it is. Returns at
/// most once each: normally when the child has ended with the continuation still here (false), or,
/// when the continuation was given away, on whichever worker resumed it (true).
///
/// The child is called, so calls and returns stay paired for the processor's return predictor; only
/// a resumption jumps. What a resumption needs is kept in the child's header instead of being
/// declared lost; but for the vector registers, of which callees preserve only half.
[[gnu::always_inline]] inline bool call_on_fiber(fiber*& child,
                                                 join_counter* (*body)(void*),
                                                 void* argument) noexcept {
  register void* x0 asm("x0") = argument;
  register join_counter* (*x1)(void*)asm("x1") = body;
  register fiber* stack asm("x2") = child;
  bool resumed;
  // clang-format off
  asm volatile(
      "mov x9, sp\n\t"
      "adr x10, 1f\n\t"
      "stp x9, x10, [x2, %c[sp]]\n\t"
      "stp x19, x20, [x2, %c[saved]]\n\t"
      "stp x21, x22, [x2, %c[saved] + 16]\n\t"
      "stp x23, x24, [x2, %c[saved] + 32]\n\t"
      "stp x25, x26, [x2, %c[saved] + 48]\n\t"
      "stp x27, x28, [x2, %c[saved] + 64]\n\t"
      "str x29, [x2, %c[saved] + 80]\n\t"
      "mov sp, x2\n\t"
      "blr x1\n\t"
      "mov x2, sp\n\t"
      "ldr x9, [x2, %c[tag]]\n\t"
      "tbnz x9, #0, 2f\n\t" NUTHATCH_BEFORE_RETURN
      "mov x2, sp\n\t"
      "ldr x9, [x2, %c[sp]]\n\t"
      "mov sp, x9\n\t"
      "cmp xzr, xzr\n\t"
      "b 1f\n"
      "2:\n\t"
      "b nuthatch_child_detached\n"
      "1:"
      : "=@ccne"(resumed), "+r"(stack), "+r"(x0), "+r"(x1)
      : [sp] "i"(offsetof(fiber, spawner.sp)),
        [saved] "i"(offsetof(fiber, spawner.registers)),
        [tag] "i"(offsetof(fiber, continuation.tag))
      : "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
        "x17", "x18", "x30", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9",
        "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22",
        "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",
        "v31" NUTHATCH_MORE_VECTOR_REGISTERS);
  // clang-format on
  child = stack;
  return resumed;
}

#undef NUTHATCH_MORE_VECTOR_REGISTERS
#undef NUTHATCH_BEFORE_RETURN

// NOLINTEND(cppcoreguidelines-init-variables)

}  // namespace nuthatch::detail
