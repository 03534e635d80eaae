// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

/* A round. Sums may be taken in any order. */
void NUTHATCH_LOOPS(bicg)(const double matrix[restrict bicg_rows][bicg_pitch],
                          const double* restrict by_rows,
                          const double* restrict by_columns,
                          double* restrict of_rows,
                          double* restrict of_columns) {
  long i, j;
#pragma scop
  for (i = 0; i < bicg_rows; i++) {
    for (j = 0; j < bicg_columns; j++) {
      of_rows[i] = of_rows[i] + matrix[i][j] * by_rows[j];
    }
  }
  for (i = 0; i < bicg_rows; i++) {
    for (j = 0; j < bicg_columns; j++) {
      of_columns[j] = of_columns[j] + matrix[i][j] * by_columns[i];
    }
  }
#pragma endscop
}
