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
template <class T>
[[gnu::always_inline]] inline T& addressed_here(T& object) noexcept {
  T* here;
  asm volatile("leaq %1, %0" : "=r"(here) : "m"(object));
  return *here;
}

/// Where the running function's part of the stack ends.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
  std::uintptr_t sp;
  asm volatile("movq %%rsp, %0" : "=r"(sp));
  return sp;
}

/// Whether little is left of the running fiber's stack. Stacks are aligned to their size, a power of
/// two, so there the upper bits of an offset are zero, which `upper_stack_bits` selects.
[[gnu::always_inline]] inline bool stack_nearly_full(const worker& self) noexcept {
  bool full;
  asm volatile("testq %%rsp, %1" : "=@ccz"(full) : "m"(self.upper_stack_bits));
  return full;
}

/// Ends backtraces at the function that contains it: its caller is another stack.
#define NUTHATCH_OUTERMOST_FRAME() asm volatile(".cfi_undefined 16")

// Registers that exist for the compiler only when it may use AVX-512.
#if defined(__AVX512F__)
  #define NUTHATCH_MORE_VECTOR_REGISTERS                                                          \
    , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",   \
        "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5", \
        "k6", "k7"
#else
  #define NUTHATCH_MORE_VECTOR_REGISTERS
#endif

// Where switches are announced, the return is, too: still on the child's stack, but outside of any
// instrumented function. The call may not change the condition that is tested after it.
#if defined(NUTHATCH_STACK_SWITCHES_ANNOUNCED)
  #define NUTHATCH_BEFORE_RETURN            \
    "movq %%rsp, %%rdi\n\t"                 \
    "call nuthatch_announce_return@PLT\n\t" \
    "xorl %%eax, %%eax\n\t"
#else
  #define NUTHATCH_BEFORE_RETURN
#endif

/// Runs a child on another stack: body(argument), the caller's stack staying as it is. Returns at
/// most once each: normally when the child has ended with the continuation still here (false), or,
/// when the continuation was given away, on whichever worker resumed it (true).
///
/// The child is called, so calls and returns stay paired for the processor's return predictor; only
/// a resumption jumps. What a resumption needs is kept in the child's header instead of being
/// declared lost: that is one store per callee-saved register, where the compiler would have to
/// save and restore each. Nothing is written to the caller's stack, so its red zone is safe.
[[gnu::always_inline]] inline bool call_on_fiber(fiber*& child,
                                                 join_counter* (*body)(void*),
                                                 void* argument) noexcept {
  bool resumed;
  // clang-format off
  asm volatile(
      "movq %%rsp, %c[sp](%%rdx)\n\t"
      "movq %%rbx, %c[saved](%%rdx)\n\t"
      "movq %%rbp, 8+%c[saved](%%rdx)\n\t"
      "movq %%r12, 16+%c[saved](%%rdx)\n\t"
      "movq %%r13, 24+%c[saved](%%rdx)\n\t"
      "movq %%r14, 32+%c[saved](%%rdx)\n\t"
      "movq %%r15, 40+%c[saved](%%rdx)\n\t"
      "leaq 1f(%%rip), %%rcx\n\t"
      "movq %%rcx, %c[pc](%%rdx)\n\t"
      "movq %%rdx, %%rsp\n\t"
      "call *%%rax\n\t"
      "testb $1, %c[tag](%%rsp)\n\t"
      "jne nuthatch_child_detached@PLT\n\t" NUTHATCH_BEFORE_RETURN
      "movq %%rsp, %%rdx\n\t"
      "movq %c[sp](%%rsp), %%rsp\n"
      "1:"
      : "=@ccne"(resumed), "+d"(child), "+D"(argument), "+a"(body)
      : [sp] "i"(offsetof(fiber, spawner.sp)),
        [pc] "i"(offsetof(fiber, spawner.pc)),
        [saved] "i"(offsetof(fiber, spawner.registers)),
        [tag] "i"(offsetof(fiber, continuation.tag))
      : "rcx", "rsi", "r8", "r9", "r10", "r11", "memory",
        "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)",
        "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15" NUTHATCH_MORE_VECTOR_REGISTERS);
  // clang-format on
  return resumed;
}

#undef NUTHATCH_BEFORE_RETURN
#undef NUTHATCH_MORE_VECTOR_REGISTERS

// NOLINTEND(cppcoreguidelines-init-variables)

}  // namespace nuthatch::detail
