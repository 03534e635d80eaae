// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
static double data[8];
constexpr int one(int) { return 1; }
void add(double* p, int id = __COUNTER__);  // error: __COUNTER__ would be another value in a step
#pragma splice func Writes(range(p, p + 8))
void add(double* p, int id) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) { p[i] = p[i] * 0.5 + id; }
}
#define NEXT __COUNTER__
#pragma splice func Writes(range(p, p + 8 * one(NEXT)))  // error: __COUNTER__ would be
void more(double* p) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) { p[i] += 1; }
}
int main() {
  double* p = data;
  const int a = __COUNTER__;
#pragma splice try(4 + NEXT)  // error: __COUNTER__ would be another value in a try
  for (int t = 0; t < 8; ++t) {
    add(p, a);
    more(p);
  }
  for (double d : data) { std::printf("%g\n", d); }
  std::printf("%d\n", __COUNTER__);
}
