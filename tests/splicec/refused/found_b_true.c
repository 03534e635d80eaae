// SPDX-License-Identifier: Apache-2.0  // error: leaves out other lines in C
#if true
  #define FACTOR 3
#else
  #define FACTOR 2
#endif

#pragma splice func Writes(range(p, p + 64))

void f(long* p, long k) {
#pragma splice step Writes(range(p, p + 64))
  p[k] += FACTOR;  // error: means something else in C
}
