// SPDX-License-Identifier: Apache-2.0

// A pragma for one compiler alone that changes a macro.
#define FIRST(p) (*(p))
#pragma push_macro("FIRST")
#undef FIRST
#define FIRST(p) 5
#ifndef __clang__  // error: one of GCC and Clang alone compiles this part
  #pragma pop_macro("FIRST")
#endif

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
