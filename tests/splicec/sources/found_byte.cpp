// SPDX-License-Identifier: Apache-2.0

// An enumeration that <algorithm> declares before <cstddef> defines it.
// clang-format off
#include <algorithm>
#include <cstddef>
#include <cstdio>
static double data[64];
static std::byte bytes[4];
std::byte mix(std::byte a, std::byte b) { return a ^ b; }
#pragma splice func Writes(range(p, p + n))
void add(double* p, long n) {
  if (n > 8) { add(p, n / 2); add(p + n / 2, n - n / 2); return; }
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) {
    p[i] += std::max(i, 3L) + std::to_integer<int>(mix(std::byte{7}, bytes[1]));
  }
}
int main() {
  bytes[1] = std::byte{3};
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) { add(data, 64); }
  for (double d : data) std::printf("%g\n", d);
}
