// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

/* Two steps at a time: from a to b and back. */
void NUTHATCH_LOOPS(jacobi_2d)(long pairs,
                               double a[restrict plane_rows][plane_columns],
                               double b[restrict plane_rows][plane_columns]) {
  const double share = 1.0 / 5;
  long t, i, j;
#pragma scop
  for (t = 0; t < pairs; t++) {
    for (i = 1; i < plane_rows - 1; i++) {
      for (j = 1; j < plane_columns - 1; j++) {
        b[i][j] = share * ((a[i][j - 1] + a[i][j] + a[i][j + 1]) + (a[i - 1][j] + a[i + 1][j]));
      }
    }
    for (i = 1; i < plane_rows - 1; i++) {
      for (j = 1; j < plane_columns - 1; j++) {
        a[i][j] = share * ((b[i][j - 1] + b[i][j] + b[i][j + 1]) + (b[i - 1][j] + b[i + 1][j]));
      }
    }
  }
#pragma endscop
}
