// SPDX-License-Identifier: Apache-2.0

// Assertions between steps.
#undef NDEBUG
#include <cassert>
#include <cstdio>

static double a[100];

#pragma splice func Writes(range(a + low, a + high))

void f(int low, int high) {
  assert(low < high);  // warning: touched here: .*, or give .* -DNDEBUG, with which assert
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (int i = low; i < high; ++i) {
    assert(i >= 0);
    a[i] += 1;
  }
}

int main() {
#pragma splice try(5)
  for (int t = 0; t < 12; ++t) {
    f(10, 90 - t);
  }
  std::printf("%g\n", a[20]);
}
