// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

static double values[100];
static long calls;

#pragma splice func Everything

void work(double* to, int n) {
  if (n > 10) {
    work(to, n / 2);
    calls++;  // warning: no pragma says what is touched here, nor in lines 13: a statement that is
    calls += 2;
    work(to + n / 2, n - n / 2);
    while (values[n] < 40) {  // warning: how often this loop runs depends on memory
      work(to, 3);
      values[n] += 1;
    }
    return;
  }
#pragma splice step Writes(range(to, to + n))
  to[0] = n;
}

#pragma splice func Everything

void silent(double* to, int n) {
  work(to, n);
#pragma splice step Everything
  calls++;
}

int main() {
#pragma splice try(4)
  for (int i = 0; i < 3; ++i) {
    work(values, 90);
    std::printf("%d\n", i);  // warning: touched here, nor in lines 39, 42: a statement that
    silent(values, 90);
    if (values[3] > 2) {
      work(values, 3);
    }
    const double last = values[i];
    silent(values, static_cast<int>(last));
  }
  std::printf("%ld\n", calls);
#pragma splice try(4)
  for (int i = 0; i < 3; ++i) {
    work(values, 90);
    silent(values, 20 + i);
  }
}
