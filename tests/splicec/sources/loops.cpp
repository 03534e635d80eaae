// SPDX-License-Identifier: Apache-2.0

// Loops that declare and loops that compute; a name of its own for range; C linkage.
#include <cstdio>

#include <nuthatch/effects.hpp>

double data[64];

static nuthatch::effects::range range(long first, long last) {
  return {data + first, data + last};
}

extern "C" {
#pragma splice func Writes(range(a, b))

void add(long a, long b) {
  for (long k = a; k < b; k += 16)
#pragma splice step Writes(range(k, k + 16))
    for (long j = k; j < k + 16; ++j) {
      data[j] += j;
    }
  if (a + 16 < b)
#pragma splice step Writes(range(a, a + 1))
    data[a] = 1; /* one */
  else           /* two */
    if (a > 0) {
      add(a - 16, b - 16);
    }
}
}

extern "C" void several(long n);

#pragma splice func Everything

void several(long n) {
  add(0, 64);
  for (int i = 0; i < n; ++i) {
    if (i == 2) {
      continue;
    }
    add(16, 32);
    [[maybe_unused]] int unused = i;
  }
  while (data[2] < 100) {
    add(0, 64);
    data[2] += 1;
  }
  do {
    add(0, 16);
  } while (--n > 0);
  std::printf("%g\n", data[3]);
}

int main() {
  double sum = 0;
#pragma splice try(4)
  {
    several(3);
    for (double x : data) {
      sum += x;
    }
    several(2);
    while (data[1] < 1000) {
      add(0, 64);
    }
    if (data[1] > 3) {
      several(1);
    }
  }
  std::printf("%.17g\n", sum);
  for (const double one : data) {
    std::printf("%a\n", one);
  }
}
