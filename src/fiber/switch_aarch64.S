// The switches that are not worth inlining. Offsets are those of nuthatch::detail::context, pinned by
// static_assert in switch.hpp. What a resumption promises is stated in nuthatch/detail/fiber.hpp: sp and the
// saved registers loaded, the resuming worker in x0, condition "not equal".

#define CONTEXT_SP 0
#define CONTEXT_REGISTERS 16

        .macro RESUME from
        ldp     x19, x20, [\from, #CONTEXT_REGISTERS]
        ldp     x21, x22, [\from, #CONTEXT_REGISTERS + 16]
        ldp     x23, x24, [\from, #CONTEXT_REGISTERS + 32]
        ldp     x25, x26, [\from, #CONTEXT_REGISTERS + 48]
        ldp     x27, x28, [\from, #CONTEXT_REGISTERS + 64]
        ldr     x29, [\from, #CONTEXT_REGISTERS + 80]
        ldp     x9, x10, [\from, #CONTEXT_SP]
        mov     sp, x9
        cmp     x9, #0
        br      x10
        .endm

        .text

// worker* nuthatch_switch(context* save, const context* load, worker* self)
// Saves the caller and resumes `load`. Returns, on whichever worker resumes the caller, that worker. The vector
// registers and the return address wait on the caller's stack.
        .globl  nuthatch_switch
        .hidden nuthatch_switch
        .type   nuthatch_switch, %function
        .align  4
nuthatch_switch:
        .cfi_startproc
        stp     x29, x30, [sp, #-80]!
        .cfi_def_cfa_offset 80
        .cfi_offset x29, -80
        .cfi_offset x30, -72
        stp     d8, d9, [sp, #16]
        stp     d10, d11, [sp, #32]
        stp     d12, d13, [sp, #48]
        stp     d14, d15, [sp, #64]
        mov     x9, sp
        adr     x10, 1f
        stp     x9, x10, [x0, #CONTEXT_SP]
        stp     x19, x20, [x0, #CONTEXT_REGISTERS]
        stp     x21, x22, [x0, #CONTEXT_REGISTERS + 16]
        stp     x23, x24, [x0, #CONTEXT_REGISTERS + 32]
        stp     x25, x26, [x0, #CONTEXT_REGISTERS + 48]
        stp     x27, x28, [x0, #CONTEXT_REGISTERS + 64]
        str     x29, [x0, #CONTEXT_REGISTERS + 80]
        mov     x0, x2
        RESUME  x1
1:      ldp     d14, d15, [sp, #64]
        ldp     d12, d13, [sp, #48]
        ldp     d10, d11, [sp, #32]
        ldp     d8, d9, [sp, #16]
        ldp     x29, x30, [sp], #80
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   nuthatch_switch, . - nuthatch_switch

// [[noreturn]] void nuthatch_resume(const context* load, worker* self)
// Leaves the present stack for good.
        .globl  nuthatch_resume
        .hidden nuthatch_resume
        .type   nuthatch_resume, %function
        .align  4
nuthatch_resume:
        .cfi_startproc
        mov     x11, x0
        mov     x0, x1
        RESUME  x11
        .cfi_endproc
        .size   nuthatch_resume, . - nuthatch_resume

// Where a fresh stack starts: calls the function in the first saved register with the resuming worker; it does not
// return. The end of backtraces.
        .globl  nuthatch_stack_entry
        .hidden nuthatch_stack_entry
        .type   nuthatch_stack_entry, %function
        .align  4
nuthatch_stack_entry:
        .cfi_startproc
        .cfi_undefined x30
        mov     x29, xzr
        mov     x30, xzr
        blr     x19
        brk     #1
        .cfi_endproc
        .size   nuthatch_stack_entry, . - nuthatch_stack_entry

// Where a work-first child goes on whose continuation was given away: its join counter in x0, nothing on its stack,
// whose upper end is its fiber. Calls nuthatch_child_ended(home, child), which does not return.
        .globl  nuthatch_child_detached
        .type   nuthatch_child_detached, %function
        .align  4
nuthatch_child_detached:
        .cfi_startproc
        .cfi_undefined x30
        mov     x1, sp
        mov     x29, xzr
        bl      nuthatch_child_ended
        brk     #1
        .cfi_endproc
        .size   nuthatch_child_detached, . - nuthatch_child_detached

        .section .note.GNU-stack, "", %progbits
