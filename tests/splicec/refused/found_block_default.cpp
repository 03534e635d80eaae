// SPDX-License-Identifier: Apache-2.0

// A block has default arguments of its own.
#include <cstdio>

long a[64];
void f(long* p, long n, long v = 1);

#pragma splice func Writes(range(p, p + 64))

void f(long* p, long n, long v) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += v;
}

int main() {
  void f(long* p, long n, long v = 7);  // error: default arguments of 'f' stand in the first
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    f(a, t);
  }
  std::printf("%ld\n", a[0]);
}
