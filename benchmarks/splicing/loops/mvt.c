// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

/* A round. Sums may be taken in any order. */
void NUTHATCH_LOOPS(mvt)(const double matrix[restrict mvt_side][mvt_pitch],
                         const double* restrict by_rows,
                         const double* restrict by_columns,
                         double* restrict of_rows,
                         double* restrict of_columns) {
  long i, j;
#pragma scop
  for (i = 0; i < mvt_side; i++) {
    for (j = 0; j < mvt_side; j++) {
      of_rows[i] = of_rows[i] + matrix[i][j] * by_rows[j];
    }
  }
  for (i = 0; i < mvt_side; i++) {
    for (j = 0; j < mvt_side; j++) {
      of_columns[i] = of_columns[i] + matrix[j][i] * by_columns[j];
    }
  }
#pragma endscop
}
