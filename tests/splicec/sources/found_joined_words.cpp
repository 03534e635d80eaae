// SPDX-License-Identifier: Apache-2.0

// Names that macros make by ##, which are the same in every function.
#include <cstdio>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CONFIG_ROUNDS 3
#define ENABLED(name) JOIN(CONFIG_, name)
#define LOCAL(name) JOIN(name, __LINE__)

static double data[64];
static const double weight1 = 0.25;

#if ENABLED(ROUNDS) > 2
constexpr int rounds = ENABLED(ROUNDS);
#endif

#pragma splice func Writes(range(p, p + n))

void add(double* p, long n, double v) {
  if (n > 8) {
    add(p, n / 2, v);
    JOIN(ad, d)(p + n / 2, n - n / 2, v);
    return;
  }
#pragma splice step Writes(range(p, p + n))
  {
    // clang-format off
    const double LOCAL(sum) = v * JOIN(wei, ght1); p[0] += JOIN(LOC, AL)(sum) + JOIN(__LI, NE__);
    // clang-format on
  }
#pragma splice step over(i) slice(4) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] = p[i] * 0.5 + JOIN(weight, 1) * i + v;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(data + t, 32, t * JOIN(rou, nds));
  }
  for (double one : data) {
    std::printf("%.17g\n", one);
  }
  return 0;
}
