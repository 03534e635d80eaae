// SPDX-License-Identifier: Apache-2.0

// A header of the program's own that has another macro for each compiler.
#include <cstdio>

#include <nuthatch/nuthatch.hpp>

#include "../by_compiler.inc"

long a[64];

#pragma splice func Writes(range(p, p + 64))

void add(long* p, long v) {
#pragma splice step Writes(range(p, p + 64))
  p[0] += v + 1;
}

#pragma splice func Writes(range(p, p + 64))

void f(long* p, long n) {
  add(p, n);
  add(p, FIRST(p));  // error: 'FIRST' of .*by_compiler.inc: one of GCC and Clang alone compiles
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    f(a, t);
  }
  std::printf("%ld\n", a[0]);
}
