// SPDX-License-Identifier: Apache-2.0

// Pragmas in raw strings.
// clang-format off
#include <cstdio>
static double data[64];
_Pragma(R"(splice func Writes(range(p, p + n)))")
void add(double* p, long n, double v) {
  if (n > 8) { add(p, n / 2, v); add(p + n / 2, n - n / 2, v); return; }
_Pragma(R"(splice step Writes(range(p, p + n)))")
  for (long i = 0; i < n; ++i) { p[i] += v; }
}
int main() {
_Pragma(R"x(splice try(4))x")
  for (int t = 0; t < 8; ++t) { add(data, 64, t); }
  for (double d : data) std::printf("%g\n", d);
}
