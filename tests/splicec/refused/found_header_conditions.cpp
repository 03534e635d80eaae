// SPDX-License-Identifier: Apache-2.0

// Conditions of headers may select other lines for the compiler than for the translator.
#include "../header_conditions.inc"

#pragma splice func Writes(range(out, out + 4))

void add(double* out, long at) {
#pragma splice step Writes(range(out, out + 4))
  out[at] += UNDERSTOOD;
#pragma splice step Writes(range(out, out + 4))
  for (int i = 0; i < ROUNDS; ++i) {  // error: a header of the source defines 'ROUNDS'
    out[i] += FACTOR;                 // error: a header of the source defines 'FACTOR'
  }
}
