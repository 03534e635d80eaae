// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <assert.h>
#include <stdio.h>
#include "../pretty_in_c.inc"  // error: pretty_in_c.inc: __PRETTY_FUNCTION__ is another name
static double data[8];
#define TRACE() puts(__PRETTY_FUNCTION__)
#define JOINED() puts(__PRETTY##_FUNCTION__)
#define WHERE() printf("%s %d\n", __func__, (int)sizeof __FUNCTION__)
static void show(int k) {
  assert(k);
  WHERE();
  TRACE();  // error: __PRETTY_FUNCTION__ is another name in C
  JOINED();  // error: __PRETTY_FUNCTION__ is another name in C
  printf("%s %d\n", __PRETTY_FUNCTION__, k);  // error: __PRETTY_FUNCTION__ is another name in C
}
#pragma splice func Writes(range(p, p + 8))
static void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) { p[i] = p[i] * 0.5 + v; }
}
int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) { add(data, t); }
  show(3);
  for (int i = 0; i < 8; ++i) { printf("%g\n", data[i]); }
}
