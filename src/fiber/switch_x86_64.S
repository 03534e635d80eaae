// The switches that are not worth inlining. Offsets are those of nuthatch::detail::context, pinned by
// static_assert in switch.hpp. What a resumption promises is stated in nuthatch/detail/fiber.hpp: sp and the
// saved registers loaded, the resuming worker in rax, condition "not equal".

#define CONTEXT_SP 0
#define CONTEXT_PC 8
#define CONTEXT_RBX 16
#define CONTEXT_RBP 24
#define CONTEXT_R12 32
#define CONTEXT_R13 40
#define CONTEXT_R14 48
#define CONTEXT_R15 56

        .macro RESUME from
        movq    CONTEXT_RBX(\from), %rbx
        movq    CONTEXT_RBP(\from), %rbp
        movq    CONTEXT_R12(\from), %r12
        movq    CONTEXT_R13(\from), %r13
        movq    CONTEXT_R14(\from), %r14
        movq    CONTEXT_R15(\from), %r15
        movq    CONTEXT_SP(\from), %rsp
        testq   %rsp, %rsp
        jmpq    *CONTEXT_PC(\from)
        .endm

        .text

// worker* nuthatch_switch(context* save, const context* load, worker* self)
// Saves the caller, to go on behind its call, and resumes `load`. Returns, on whichever worker resumes the caller,
// that worker.
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
        movq    %rbx, CONTEXT_RBX(%rdi)
        movq    %rbp, CONTEXT_RBP(%rdi)
        movq    %r12, CONTEXT_R12(%rdi)
        movq    %r13, CONTEXT_R13(%rdi)
        movq    %r14, CONTEXT_R14(%rdi)
        movq    %r15, CONTEXT_R15(%rdi)
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

// Where a fresh stack starts: calls the function in the first saved register with the resuming worker; it does not
// return. The end of backtraces.
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

// Where a work-first child goes on whose continuation was given away: its join counter in rax, nothing on its stack,
// whose upper end is its fiber. Calls nuthatch_child_ended(home, child), which does not return.
        .globl  nuthatch_child_detached
        .type   nuthatch_child_detached, @function
        .align  16
nuthatch_child_detached:
        .cfi_startproc
        .cfi_undefined %rip
        movq    %rax, %rdi
        movq    %rsp, %rsi
        call    nuthatch_child_ended
        ud2
        .cfi_endproc
        .size   nuthatch_child_detached, . - nuthatch_child_detached

        .section .note.GNU-stack, "", @progbits
