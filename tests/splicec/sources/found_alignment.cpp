// SPDX-License-Identifier: Apache-2.0

// Locals that only a step uses keep the alignment that attributes give them.
#include <cstdio>

static long sums[4];

#pragma splice func Writes(range(p, p + 1))

static void add(long* p, int n) {
  alignas(16) int first;
  alignas(8) short second, third;
#pragma splice step Writes(range(p, p + 1))
  {
    first = n;
    second = 3;
    third = 4;
    *p = *p * 3 % 1007 + first + second + third;
    *p += static_cast<long>(100 * __alignof__(first) + __alignof__(second) + __alignof__(third));
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 20; ++t) {
    add(sums + t % 2, t);
  }
  std::printf("the sums are %ld %ld\n", sums[0], sums[1]);
}
