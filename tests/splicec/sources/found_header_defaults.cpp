// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "later_defaults.inc"
static long sums[4];
int first = 1;

[[nodiscard]] constexpr int twice(int x) {
  return x * 2;
}

[[gnu::const, gnu::always_inline]] constexpr int half([[maybe_unused]] int x) noexcept {
  return x / 2;
}

#pragma splice func Writes(range(p, p + 1))

void add_default(long* p, int n) {
  if (twice(n) > 6) {
    add_default(p, half(n));
    add_default(p, 2);
    return;
  }
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 3 % 1007 + twice(n) + first;
}

#define THREE 3

#pragma splice func Writes(range(p, p + 1))

void add_macro(long* p, int a = THREE, int b = THREE + 1) {
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 5 % 1007 + a + b * 7;
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < twice(9); ++t) {
    add_default(sums, 3);
    add_default(sums + 1, twice(t));
    add_macro(sums + 1, t);
    add_macro(sums, 1, t);
    add_macro(sums);
  }
  std::printf("the sums are %ld %ld\n", sums[0], sums[1]);
}
