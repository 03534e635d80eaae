// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <stdio.h>
#include <stdnoreturn.h>  // error: GCC has no noreturn in C
#include "../words_in_c.inc"  // error: GCC has no _Alignof // error: GCC has no _Noreturn
typedef float vector __attribute__((vector_size(16)));
static double data[8];
ALIGNED static double more[8];  // error: GCC has no _Alignas in C
_Alignas(8) static double last[8];
static vector pick(int k) {  // error: 'pick' may end without a value
  vector r = {1, 2, 3, 4};
  if (k >= 0) { return r; }
}
#pragma splice func Writes(range(p, p + 8))
static void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) { p[i] = p[i] * 0.5 + v + pick(i)[1]; }
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) { add(data, t); }
  for (int i = 0; i < 8; ++i) { printf("%g\n", data[i] + more[i] + last[i]); }
}
