// SPDX-License-Identifier: Apache-2.0

// See fake_core.hpp.

        .text

        .globl  nuthatch_test_call_holding
        .type   nuthatch_test_call_holding, %function
        .align  4
nuthatch_test_call_holding:
        stp     x29, x30, [sp, #-176]!
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        str     x3, [sp, #160]
        ldp     x19, x20, [x3, #0]
        ldp     x21, x22, [x3, #16]
        ldp     x23, x24, [x3, #32]
        ldp     x25, x26, [x3, #48]
        ldp     x27, x28, [x3, #64]
        ldr     x29, [x3, #80]
        ldp     d8, d9, [x3, #88]
        ldp     d10, d11, [x3, #104]
        ldp     d12, d13, [x3, #120]
        ldp     d14, d15, [x3, #136]
        blr     x4
        ldr     x3, [sp, #160]
        stp     x19, x20, [x3, #0]
        stp     x21, x22, [x3, #16]
        stp     x23, x24, [x3, #32]
        stp     x25, x26, [x3, #48]
        stp     x27, x28, [x3, #64]
        str     x29, [x3, #80]
        stp     d8, d9, [x3, #88]
        stp     d10, d11, [x3, #104]
        stp     d12, d13, [x3, #120]
        stp     d14, d15, [x3, #136]
        ldp     d14, d15, [sp, #144]
        ldp     d12, d13, [sp, #128]
        ldp     d10, d11, [sp, #112]
        ldp     d8, d9, [sp, #96]
        ldp     x27, x28, [sp, #80]
        ldp     x25, x26, [sp, #64]
        ldp     x23, x24, [sp, #48]
        ldp     x21, x22, [sp, #32]
        ldp     x19, x20, [sp, #16]
        ldp     x29, x30, [sp], #176
        ret
        .size   nuthatch_test_call_holding, . - nuthatch_test_call_holding

        .section .note.GNU-stack, "", %progbits
