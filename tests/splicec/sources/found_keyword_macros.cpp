// SPDX-License-Identifier: Apache-2.0

// Macros that stand for the beginning of a loop or a branch.
// clang-format off
#include <cstdio>
#define forever for (;;)
#define until(x) while (!(x))
#define unless(x) if (!(x))
static double data[64];
#pragma splice func Writes(range(p, p + n))
void add(double* p, long n, double v) {
  unless (n <= 8) { add(p, n / 2, v); add(p + n / 2, n - n / 2, v); return; }
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] += v; }
}
#pragma splice func Writes(range(p, p + 64))
void loops(double* p) {
  int t = 0;
  forever {
    if (t == 3) break;
    add(p, 64, t);
    ++t;
  }
  until (t == 6) { add(p, 32, t); ++t; }
#pragma splice step Writes(range(p, p + 64))
  forever { if (p[1] > 0) { p[1] += 1; break; } }
}
int main() {
#pragma splice try(4)
  forever { loops(data); add(data, 64, 2); break; }
#pragma splice try(4)
  { loops(data); int t = 0; until (t == 3) { ++t; add(data, 16 + t, 1); } }
  for (double d : data) std::printf("%g\n", d);
}
