// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

void NUTHATCH_LOOPS(fdtd_2d)(long steps,
                             double ex[restrict field_rows][field_columns],
                             double ey[restrict field_rows][field_columns],
                             double hz[restrict field_rows][field_columns]) {
  long t, i, j;
#pragma scop
  for (t = 0; t < steps; t++) {
    for (j = 0; j < field_columns; j++) {
      ey[0][j] = 0.01 * (t + 1);
    }
    for (i = 1; i < field_rows; i++) {
      for (j = 0; j < field_columns; j++) {
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
      }
    }
    for (i = 0; i < field_rows; i++) {
      for (j = 1; j < field_columns; j++) {
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
      }
    }
    for (i = 0; i < field_rows - 1; i++) {
      for (j = 0; j < field_columns - 1; j++) {
        hz[i][j] = hz[i][j] - 0.7 * ((ex[i][j + 1] - ex[i][j]) + (ey[i + 1][j] - ey[i][j]));
      }
    }
  }
#pragma endscop
}
