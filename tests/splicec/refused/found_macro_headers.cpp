// SPDX-License-Identifier: Apache-2.0

// Macros with a condition that would have to run after the calls before it.
// clang-format off
#include <cstdio>
#define positive for (int i = 0; data[0] > i && i < 3; ++i)
#define until(x) while (!(x))
#define LOOP(n, s) for (int i = 0; i < n; ++i) s
static double data[64];
#pragma splice func Writes(range(p, p + n))
void add(double* p, long n, double v) {
  if (n > 8) { add(p, n / 2, v); add(p + n / 2, n - n / 2, v); return; }
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] += v; }
}
int main() {
#pragma splice try(4)
  { add(data, 64, 1); positive { add(data, 64, 1); } }  // error: a macro hides code here
#pragma splice try(4)
  { int n = 0; until (data[0] > 40) { add(data, 64, ++n); } }  // error: a macro hides code here
#pragma splice try(4)
  { int n = 0; do { add(data, 64, ++n); } until (data[0] > 90); }  // error: a macro hides code here
#pragma splice try(4)
  LOOP(3, add(data, 20, i));  // error: a macro hides the body of this loop
  for (double d : data) std::printf("%g\n", d);
}
