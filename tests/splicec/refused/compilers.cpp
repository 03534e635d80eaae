// SPDX-License-Identifier: Apache-2.0

// The translator sees what Clang compiles, and GCC may compile the translation.
#include <cstdio>

#ifdef __clang__  // error: one of GCC and Clang alone compiles this part
  #define READ(p) 3
#else  // error: one of GCC and Clang alone compiles this part
  #define READ(p) (p)[0]
#endif

#if __GNUC__ >= 8  // error: one of GCC and Clang alone compiles this part
  #define FIRST(p) (p)[0]
#else  // error: one of GCC and Clang alone compiles this part
  #define FIRST(p) 3
#endif

#if defined(__GNUC__) && !defined(__clang__)
  #pragma GCC diagnostic ignored "-Wunused-variable"
#endif

long a[64];

#pragma splice func Writes(range(p, p + n))

void add(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) {
    p[i] = p[i] * 3 + v + i;
  }
}

#pragma splice func Writes(range(p, p + 64))

void f(long* p, long n) {
  add(p, 3, n);
  add(p, READ(p) % 7, FIRST(p));
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    f(a, t);
  }
  std::printf("%ld\n", a[0]);
}
