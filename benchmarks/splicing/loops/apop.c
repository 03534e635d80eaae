// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

/* Two steps at a time: from a to b and back. */
void NUTHATCH_LOOPS(apop)(long pairs,
                          double down,
                          double same,
                          double up,
                          const double* restrict pays,
                          double* restrict a,
                          double* restrict b) {
  long t, i;
#pragma scop
  for (t = 0; t < pairs; t++) {
    for (i = 1; i < line_cells - 1; i++) {
      b[i] = down * a[i - 1] + same * a[i] + up * a[i + 1] > pays[i]
                 ? down * a[i - 1] + same * a[i] + up * a[i + 1]
                 : pays[i];
    }
    for (i = 1; i < line_cells - 1; i++) {
      a[i] = down * b[i - 1] + same * b[i] + up * b[i + 1] > pays[i]
                 ? down * b[i - 1] + same * b[i] + up * b[i + 1]
                 : pays[i];
    }
  }
#pragma endscop
}
