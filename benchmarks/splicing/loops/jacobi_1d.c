// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

/* Two steps at a time: from a to b and back. */
void NUTHATCH_LOOPS(jacobi_1d)(long pairs, double* restrict a, double* restrict b) {
  const double share = 1.0 / 3;
  long t, i;
#pragma scop
  for (t = 0; t < pairs; t++) {
    for (i = 1; i < line_cells - 1; i++) {
      b[i] = share * (a[i - 1] + a[i] + a[i + 1]);
    }
    for (i = 1; i < line_cells - 1; i++) {
      a[i] = share * (b[i - 1] + b[i] + b[i + 1]);
    }
  }
#pragma endscop
}
