// SPDX-License-Identifier: Apache-2.0

// See kept_vectors.hpp.

        .macro ZERO_VECTORS numbers:vararg
        .irp n, \numbers
        vpxord  %zmm\n, %zmm\n, %zmm\n
        .endr
        .endm

        .text

        .globl  nuthatch_test_overwrite_vectors
        .type   nuthatch_test_overwrite_vectors, @function
        .align  16
nuthatch_test_overwrite_vectors:
        ZERO_VECTORS 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ZERO_VECTORS 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7
        kxorw   %k\n, %k\n, %k\n
        .endr
        vzeroupper
        ret
        .size   nuthatch_test_overwrite_vectors, . - nuthatch_test_overwrite_vectors

        .section .note.GNU-stack, "", @progbits
