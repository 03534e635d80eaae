// SPDX-License-Identifier: Apache-2.0

// A header with another function for each compiler.
#include "../compiler_functions.inc"  // error: functions.inc:3: GCC and Clang decide this condition

#pragma splice func Writes(range(p, p + 64))

void add(long* p, long v) {
#pragma splice step Writes(range(p, p + 64))
  p[0] += v + 1;
}

#pragma splice func Writes(range(p, p + 64))

void f(long* p, long n) {
  add(p, n);
  add(p, first(p));
}
