// SPDX-License-Identifier: Apache-2.0

// The switches of stacks. Offsets are those of nuthatch::detail::context and fiber, pinned by
// static_assert in switch.hpp. nuthatch/detail/fiber.hpp specifies a resumption: sp and the saved
// registers are loaded, and the resuming worker is in x0.

#define CONTEXT_SP 0
#define CONTEXT_REGISTERS 16

#define FIBER_TAG 8
#define FIBER_SPAWNER 40
#define FRAME_TAKEN_BIT 0

// The data stored on the caller's stack: the return address, and the halves of vector registers
// that callees preserve.
#define STACKED 80

        .macro STACK_REGISTERS
        stp     x29, x30, [sp, #-STACKED]!
        .cfi_def_cfa_offset STACKED
        .cfi_offset x29, -STACKED
        .cfi_offset x30, 8-STACKED
        stp     d8, d9, [sp, #16]
        stp     d10, d11, [sp, #32]
        stp     d12, d13, [sp, #48]
        stp     d14, d15, [sp, #64]
        .endm

        .macro UNSTACK_REGISTERS
        ldp     d14, d15, [sp, #64]
        ldp     d12, d13, [sp, #48]
        ldp     d10, d11, [sp, #32]
        ldp     d8, d9, [sp, #16]
        ldp     x29, x30, [sp], #STACKED
        .cfi_restore x29
        .cfi_restore x30
        .cfi_def_cfa_offset 0
        .endm

        .macro SAVE_REGISTERS to, at=0
        stp     x19, x20, [\to, #\at + CONTEXT_REGISTERS]
        stp     x21, x22, [\to, #\at + CONTEXT_REGISTERS + 16]
        stp     x23, x24, [\to, #\at + CONTEXT_REGISTERS + 32]
        stp     x25, x26, [\to, #\at + CONTEXT_REGISTERS + 48]
        stp     x27, x28, [\to, #\at + CONTEXT_REGISTERS + 64]
        str     x29, [\to, #\at + CONTEXT_REGISTERS + 80]
        .endm

        .macro RESUME from
        ldp     x19, x20, [\from, #CONTEXT_REGISTERS]
        ldp     x21, x22, [\from, #CONTEXT_REGISTERS + 16]
        ldp     x23, x24, [\from, #CONTEXT_REGISTERS + 32]
        ldp     x25, x26, [\from, #CONTEXT_REGISTERS + 48]
        ldp     x27, x28, [\from, #CONTEXT_REGISTERS + 64]
        ldr     x29, [\from, #CONTEXT_REGISTERS + 80]
        ldp     x9, x10, [\from, #CONTEXT_SP]
        mov     sp, x9
        br      x10
        .endm

        .text

// worker* nuthatch_switch(context* save, const context* load, worker* self)
// Saves the caller and resumes `load`. Returns, on whichever worker resumes the caller, that
// worker. The vector registers and the return address are stored on the caller's stack.
        .globl  nuthatch_switch
        .hidden nuthatch_switch
        .type   nuthatch_switch, %function
        .align  4
nuthatch_switch:
        .cfi_startproc
        STACK_REGISTERS
        mov     x9, sp
        adr     x10, 1f
        stp     x9, x10, [x0, #CONTEXT_SP]
        SAVE_REGISTERS x0
        mov     x0, x2
        RESUME  x1
1:      UNSTACK_REGISTERS
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

// The entry of a fresh stack: calls the function in the first saved register with the resuming
// worker. That function does not return. Backtraces end here.
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

// fiber* nuthatch_call_child(void* argument, fiber* child, child_body body)
// Calls body(argument) on the child's stack and returns the child; see
// nuthatch/detail/call_child.hpp. Until the stack is the caller's again, unwinders have to find it
// through the child's header: the stored registers begin at the address at sp + FIBER_SPAWNER +
// CONTEXT_SP.
        .macro CALL_CHILD name, announced
        .globl  \name
        .type   \name, %function
        .align  4
\name:
        .cfi_startproc
        STACK_REGISTERS
        mov     x9, sp
        str     x9, [x1, #FIBER_SPAWNER + CONTEXT_SP]
        SAVE_REGISTERS x1, FIBER_SPAWNER
        mov     sp, x1
        // DW_CFA_def_cfa_expression of 5 bytes: DW_OP_breg31, FIBER_SPAWNER + CONTEXT_SP,
        // DW_OP_deref, DW_OP_plus_uconst, STACKED
        .cfi_escape 0x0f, 5, 0x8f, FIBER_SPAWNER + CONTEXT_SP, 0x06, 0x23, STACKED
        blr     x2
        ldr     x9, [sp, #FIBER_TAG]
        tbnz    x9, #FRAME_TAKEN_BIT, child_detached
        mov     x0, sp
        .if \announced
        bl      nuthatch_announce_return
        mov     x0, sp
        .endif
        ldr     x9, [x0, #FIBER_SPAWNER + CONTEXT_SP]
        ldr     x30, [x9, #8]
        add     sp, x9, #STACKED
        .cfi_def_cfa sp, 0
        .cfi_restore x29
        .cfi_restore x30
        ret
        .cfi_endproc
        .size   \name, . - \name
        .endm

        CALL_CHILD nuthatch_call_child, 0
        CALL_CHILD nuthatch_call_child_announced, 1

// A spawner whose continuation was published resumes here. Returns null from nuthatch_call_child,
// which has stored registers. It jumps, because no call is waiting for this return.
        .globl  nuthatch_child_given_away
        .hidden nuthatch_child_given_away
        .type   nuthatch_child_given_away, %function
        .align  4
nuthatch_child_given_away:
        .cfi_startproc
        .cfi_def_cfa_offset STACKED
        .cfi_offset x29, -STACKED
        .cfi_offset x30, 8-STACKED
        UNSTACK_REGISTERS
        mov     x0, xzr
        br      x30
        .cfi_endproc
        .size   nuthatch_child_given_away, . - nuthatch_child_given_away

// A work-first child whose continuation was published ends here. Its join counter is in x0, and its
// stack, whose upper end is its fiber, is empty. Calls nuthatch_child_ended(join, child), which
// does not return.
        .type   child_detached, %function
        .align  4
child_detached:
        .cfi_startproc
        .cfi_undefined x30
        mov     x1, sp
        mov     x29, xzr
        bl      nuthatch_child_ended
        brk     #1
        .cfi_endproc
        .size   child_detached, . - child_detached

        .section .note.GNU-stack, "", %progbits
