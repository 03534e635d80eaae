// SPDX-License-Identifier: Apache-2.0

// A prototype without names, with a default argument; and loops over ranges whose bodies have no
// braces.
#include <cstdio>
#include <initializer_list>

static long cells[64];

static void add(int, int, long = 5);

#pragma splice func Writes(range(cells + low, cells + high))

static void add(int low, int high, long more) {
  long sum = more;
#pragma splice step Writes(range(cells + low, cells + high))
  {
    const long some[3] = {1, low, high};
    sum = 0;
    for (const long one : some) {
      sum += one;
    }
    for (int i = low; i < high; ++i) {
      cells[i] = (cells[i] * 3 + sum + more + i) % 1009;
    }
  }
#pragma splice step Writes(range(cells + low, cells + high))
  for (long* one : {cells + low, cells + high - 1}) {
    *one = (*one * 5 + more) % 1009;
  }
  if (high - low > 8) {
    add(low + 2, high - 2);
    add(low + 1, high - 4, more + 1);
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(t, 40 + t);
  }
  for (const long one : cells) {
    std::printf("%ld ", one);
  }
  std::puts("");
}
