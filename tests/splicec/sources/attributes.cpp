// SPDX-License-Identifier: Apache-2.0

// Attributes of functions, statements and variables, and pragmas of compilers before loops.
#include <cstdio>

static double values[100];

#if defined(__x86_64__)
  #include <immintrin.h>
__attribute__((target("sse4.2"))) void add(double* p, long n);

  #pragma splice func Writes(range(p, p + n))

__attribute__((target("sse4.2"))) void add(double* p, long n) {
  #pragma splice step over(i) slice(16) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] += static_cast<double>(_mm_crc32_u8(static_cast<unsigned>(i), 3) % 100);
  }
  #pragma splice step Writes(range(p, p + 1))
  p[0] += static_cast<double>(_mm_crc32_u8(5, 3) % 100);
}

[[gnu::target("sse4.2")]] void add_all(double* p) {
  #pragma splice try(3)
  for (int t = 0; t < 4; ++t) {
    add(p, 100);
  #pragma splice step Writes(range(p, p + 1))
    p[0] += static_cast<double>(_mm_crc32_u8(7, 3) % 100);
  }
}
#else
void add_all(double*) {}
#endif

#pragma splice func Writes(range(p, p + n))

void loops(double* p, long n) {
  alignas(16) double factors[4] = {1, 0.5, 0.25, 0.125};
  alignas(8) const double one = 3;
#pragma splice step over(i) slice(10) Writes(range(p + i.first, p + i.last))
#pragma GCC unroll 4
  for (long i = 0; i < n; ++i) {
    p[i] += i * factors[i % 4] * one;
  }
#pragma GCC unroll 4
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) {
    p[i] *= 0.5;
  }
#pragma splice step over(i) slice(10) Writes(range(p + i.first, p + i.last))
#pragma omp simd
  for (long i = 0; i < n; ++i) {
    p[i] += i;
  }
#pragma GCC ivdep
#pragma splice step over(i) slice(10) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] -= 1;
  }
}

#pragma splice func Writes(range(p, p + n))

void branches(double* p, long n) {
  if (n > 10) [[likely]] {
    branches(p, n / 2);
    branches(p + n / 2, n - n / 2);
    return;
  }
  // clang-format off
  if (n == 0) [[unlikely]] return;
  if (n > 4) [[likely]] branches(p, 2); else [[unlikely]] {
    loops(p, 1);
  }
  // clang-format on
  switch (n % 3) {
    case 0:
      loops(p, 1);
      [[fallthrough]];
    case 1:
      loops(p, n);
      break;
    [[unlikely]] case 2:
      loops(p, 1);
      [[fallthrough]];
    default:
      break;
  }
#pragma GCC unroll 2
  for (int i = 0; i < 3; ++i) {
    loops(p, 1);
  }
#pragma GCC unroll 2
  for (int i = 0; i < 3; ++i) {
    p[0] += i;
  }
}

int main() {
  double* const p = values;
  add_all(p);
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    if (t % 2 == 1) [[likely]] {
      branches(p, 100);
    } else [[unlikely]] {
      branches(p, 50);
    }
#pragma GCC ivdep
    for (int i = 0; i < 100; ++i) {
      p[i] += t;
    }
  }
  double sum = 0;
  for (const double one : values) {
    sum = sum * 0.75 + one;
  }
  std::printf("%a %a %a\n", values[0], values[99], sum);
}
