// SPDX-License-Identifier: Apache-2.0

// See fake_core.hpp.

        .text

        .globl  nuthatch_test_call_holding
        .type   nuthatch_test_call_holding, @function
        .align  16
nuthatch_test_call_holding:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        pushq   %rcx
        movq    0(%rcx), %rbx
        movq    8(%rcx), %rbp
        movq    16(%rcx), %r12
        movq    24(%rcx), %r13
        movq    32(%rcx), %r14
        movq    40(%rcx), %r15
        call    *%r8
        popq    %rcx
        movq    %rbx, 0(%rcx)
        movq    %rbp, 8(%rcx)
        movq    %r12, 16(%rcx)
        movq    %r13, 24(%rcx)
        movq    %r14, 32(%rcx)
        movq    %r15, 40(%rcx)
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .size   nuthatch_test_call_holding, . - nuthatch_test_call_holding

        .section .note.GNU-stack, "", @progbits
