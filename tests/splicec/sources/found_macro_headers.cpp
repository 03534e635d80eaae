// SPDX-License-Identifier: Apache-2.0

// Macros that stand for the whole header of a loop or a branch.
// clang-format off
#include <cstdio>
#define JOIN_(a, b) a##b
#define positive for (int i = 0; p[0] > i && i < 3; ++i)
#define four for (int i = 0; i < 4; ++i)
#define never if (p[0] > 1e9)
#define small if (n < 3)
#define down while (n-- > 3)
#define each(i, n) for (int i = 0; i < (n); ++i)
#define pick(x) switch (x)
static double data[64];
#pragma splice func Writes(range(p, p + n))
void add(double* p, long n, double v) {
  if (n > 8) { add(p, n / 2, v); add(p + n / 2, n - n / 2, v); return; }
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] += v; }
}
#pragma splice func Writes(range(p, p + 64))
void more(double* p, long n) {
  positive { add(p, 8, 1); add(p + 8, 8, 2); }
  four { add(p, 8, 1); add(p + 8, 8, i); }
  four add(p + i, 8, 1);
  small { add(p, 5, 1); } else { add(p, 6, 2); }
  small add(p, 5, 1); else add(p, 6, 2);
  each(i, 3) each(j, 2) add(p + i, j + 3, 2);
  pick(n) { case 2: add(p, 5, 1); break; default: add(p, 7, 2); }
  down { add(p, n, 2); }
  down add(p, n, 2);
}
int main() {
  double* p = data;
#pragma splice try(4)
  four { more(data, 9 - i); add(data, 3, 2); }
#pragma splice try(4)
  { int n = 7; small { more(data, 2); } down { more(data, n); } four { more(p, i); } }
  for (double d : data) std::printf("%g\n", d);
}
