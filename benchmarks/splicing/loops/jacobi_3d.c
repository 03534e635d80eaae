// SPDX-License-Identifier: Apache-2.0
#include "loops.h"

/* Two steps at a time: from a to b and back. */
void NUTHATCH_LOOPS(jacobi_3d)(long pairs,
                               double a[restrict space_side][space_side][space_side],
                               double b[restrict space_side][space_side][space_side]) {
  const double share = 1.0 / 7;
  long t, i, j, k;
#pragma scop
  for (t = 0; t < pairs; t++) {
    for (i = 1; i < space_side - 1; i++) {
      for (j = 1; j < space_side - 1; j++) {
        for (k = 1; k < space_side - 1; k++) {
          b[i][j][k] =
              share * ((a[i][j][k - 1] + a[i][j][k] + a[i][j][k + 1]) +
                       (a[i][j - 1][k] + a[i][j + 1][k]) + (a[i - 1][j][k] + a[i + 1][j][k]));
        }
      }
    }
    for (i = 1; i < space_side - 1; i++) {
      for (j = 1; j < space_side - 1; j++) {
        for (k = 1; k < space_side - 1; k++) {
          a[i][j][k] =
              share * ((b[i][j][k - 1] + b[i][j][k] + b[i][j][k + 1]) +
                       (b[i][j - 1][k] + b[i][j + 1][k]) + (b[i - 1][j][k] + b[i + 1][j][k]));
        }
      }
    }
  }
#pragma endscop
}
