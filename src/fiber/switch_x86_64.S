// SPDX-License-Identifier: Apache-2.0

// The switches of stacks. Offsets are those of nuthatch::detail::context and fiber, pinned by
// static_assert in switch.hpp. nuthatch/detail/fiber.hpp specifies a resumption: sp and the saved
// registers are loaded, and the resuming worker is in rax.

#define CONTEXT_SP 0
#define CONTEXT_PC 8
#define CONTEXT_RBX 16
#define CONTEXT_RBP 24
#define CONTEXT_R12 32
#define CONTEXT_R13 40
#define CONTEXT_R14 48
#define CONTEXT_R15 56

#define FIBER_TAG 8
#define FIBER_SPAWNER 40
#define FRAME_TAKEN 1

        .macro SAVE_REGISTERS to, at=0
        movq    %rbx, \at+CONTEXT_RBX(\to)
        movq    %rbp, \at+CONTEXT_RBP(\to)
        movq    %r12, \at+CONTEXT_R12(\to)
        movq    %r13, \at+CONTEXT_R13(\to)
        movq    %r14, \at+CONTEXT_R14(\to)
        movq    %r15, \at+CONTEXT_R15(\to)
        .endm

        .macro RESUME from
        movq    CONTEXT_RBX(\from), %rbx
        movq    CONTEXT_RBP(\from), %rbp
        movq    CONTEXT_R12(\from), %r12
        movq    CONTEXT_R13(\from), %r13
        movq    CONTEXT_R14(\from), %r14
        movq    CONTEXT_R15(\from), %r15
        movq    CONTEXT_SP(\from), %rsp
        jmpq    *CONTEXT_PC(\from)
        .endm

        .text

// worker* nuthatch_switch(context* save, const context* load, worker* self)
// Saves the caller, to resume after its call, and resumes `load`. Returns, on whichever worker
// resumes the caller, that worker.
        .globl  nuthatch_switch
        .hidden nuthatch_switch
        .type   nuthatch_switch, @function
        .align  16
nuthatch_switch:
        .cfi_startproc
        movq    %rdx, %rax
        movq    (%rsp), %rcx
        leaq    8(%rsp), %rdx
        movq    %rdx, CONTEXT_SP(%rdi)
        movq    %rcx, CONTEXT_PC(%rdi)
        SAVE_REGISTERS %rdi
        RESUME  %rsi
        .cfi_endproc
        .size   nuthatch_switch, . - nuthatch_switch

// [[noreturn]] void nuthatch_resume(const context* load, worker* self)
// Leaves the present stack for good.
        .globl  nuthatch_resume
        .hidden nuthatch_resume
        .type   nuthatch_resume, @function
        .align  16
nuthatch_resume:
        .cfi_startproc
        movq    %rsi, %rax
        RESUME  %rdi
        .cfi_endproc
        .size   nuthatch_resume, . - nuthatch_resume

// The entry of a fresh stack: calls the function in the first saved register with the resuming
// worker. That function does not return. Backtraces end here.
        .globl  nuthatch_stack_entry
        .hidden nuthatch_stack_entry
        .type   nuthatch_stack_entry, @function
        .align  16
nuthatch_stack_entry:
        .cfi_startproc
        .cfi_undefined %rip
        movq    %rax, %rdi
        xorl    %ebp, %ebp
        call    *%rbx
        ud2
        .cfi_endproc
        .size   nuthatch_stack_entry, . - nuthatch_stack_entry

// fiber* nuthatch_call_child(void* argument, fiber* child, child_body body)
// Calls body(argument) on the child's stack and returns the child; see
// nuthatch/detail/call_child.hpp. The return address stays on the caller's stack, where a
// resumption finds it. Until the stack is the caller's again, unwinders have to find it through the
// child's header: the address at rsp + FIBER_SPAWNER + CONTEXT_SP, and 8 above it.
        .macro CALL_CHILD name, announced
        .globl  \name
        .type   \name, @function
        .align  16
\name:
        .cfi_startproc
        movq    %rsp, FIBER_SPAWNER+CONTEXT_SP(%rsi)
        SAVE_REGISTERS %rsi, FIBER_SPAWNER
        movq    %rsi, %rsp
        // DW_CFA_def_cfa_expression of 5 bytes: DW_OP_breg7, FIBER_SPAWNER + CONTEXT_SP,
        // DW_OP_deref, DW_OP_plus_uconst, 8
        .cfi_escape 0x0f, 5, 0x77, FIBER_SPAWNER+CONTEXT_SP, 0x06, 0x23, 8
        call    *%rdx
        testb   $FRAME_TAKEN, FIBER_TAG(%rsp)
        jne     child_detached
        .if \announced
        movq    %rsp, %rdi
        call    nuthatch_announce_return
        .endif
        movq    %rsp, %rax
        movq    FIBER_SPAWNER+CONTEXT_SP(%rsp), %rsp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm

        CALL_CHILD nuthatch_call_child, 0
        CALL_CHILD nuthatch_call_child_announced, 1

// A spawner whose continuation was published resumes here. Returns null from nuthatch_call_child,
// with the stack as it was at its entry. It jumps, because no call is waiting for this return.
        .globl  nuthatch_child_given_away
        .hidden nuthatch_child_given_away
        .type   nuthatch_child_given_away, @function
        .align  16
nuthatch_child_given_away:
        .cfi_startproc
        xorl    %eax, %eax
        popq    %rcx
        .cfi_def_cfa_offset 0
        .cfi_register %rip, %rcx
        jmpq    *%rcx
        .cfi_endproc
        .size   nuthatch_child_given_away, . - nuthatch_child_given_away

// A work-first child whose continuation was published ends here. Its join counter is in rax, and
// its stack, whose upper end is its fiber, is empty. Calls nuthatch_child_ended(join, child), which
// does not return.
        .type   child_detached, @function
        .align  16
child_detached:
        .cfi_startproc
        .cfi_undefined %rip
        movq    %rax, %rdi
        movq    %rsp, %rsi
        call    nuthatch_child_ended
        ud2
        .cfi_endproc
        .size   child_detached, . - child_detached

        .section .note.GNU-stack, "", @progbits
