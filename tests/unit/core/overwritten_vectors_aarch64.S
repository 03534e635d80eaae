// SPDX-License-Identifier: Apache-2.0

// See kept_vectors.hpp. Of v8 to v15 a call preserves the lower half; storing that zeroes the rest.

        .arch   armv8-a+sve

        .text

        .globl  nuthatch_test_overwrite_vectors
        .type   nuthatch_test_overwrite_vectors, %function
        .align  4
nuthatch_test_overwrite_vectors:
        .irp n, 0,1,2,3,4,5,6,7, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        mov     z\n\().d, #0
        .endr
        .irp n, 8, 9, 10, 11, 12, 13, 14, 15
        fmov    d\n, d\n
        .endr
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        pfalse  p\n\().b
        .endr
        ret
        .size   nuthatch_test_overwrite_vectors, . - nuthatch_test_overwrite_vectors

        .section .note.GNU-stack, "", %progbits
