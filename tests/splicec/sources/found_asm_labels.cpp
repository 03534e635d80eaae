// SPDX-License-Identifier: Apache-2.0

// Labels of assembly that each copy of the code has for itself.

#include <cstdio>

#define HERE "1:\n"
#define MARK(x) asm volatile(HERE ".Lmark%=: /* a: b */" : "+r"(x))

static long m[8];

#pragma splice func Everything

void f(long* p, long t) {
#pragma splice step Everything
  {
    long x = p[0] * 3 + t;
    asm volatile("1: .Lhere%=:\n\t2:" : "+r"(x));
    asm volatile(HERE : "+r"(x));
    MARK(x);
    p[0] = x % 10007;
  }
}

int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t);
  }
  std::printf("the four sums: %ld %ld %ld %ld\n", m[0], m[1], m[2], m[3]);
}
