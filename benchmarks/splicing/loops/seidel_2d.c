// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

void NUTHATCH_LOOPS(seidel_2d)(long steps, double a[plane_rows][plane_columns]) {
  const double share = 1.0 / 9;
  long t, i, j;
#pragma scop
  for (t = 0; t < steps; t++) {
    for (i = 1; i < plane_rows - 1; i++) {
      for (j = 1; j < plane_columns - 1; j++) {
        a[i][j] = (a[i][j - 1] + (((a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1]) +
                                   (a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1])) +
                                  (a[i][j] + a[i][j + 1]))) *
                  share;
      }
    }
  }
#pragma endscop
}
