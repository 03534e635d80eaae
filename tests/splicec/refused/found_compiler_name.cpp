// SPDX-License-Identifier: Apache-2.0

// A header that joins the version of the compiler to a name.
#include "../compiler_names.inc"  // error: the value of __GNUC__ depends on the compiler

#pragma splice func Writes(range(p, p + 64))

void add(long* p, long v) {
#pragma splice step Writes(range(p, p + 64))
  p[0] += v + 1;
}

#pragma splice func Writes(range(p, p + 64))

void f(long* p, long n) {
  add(p, n);
  add(p, FIRST(p));
}
