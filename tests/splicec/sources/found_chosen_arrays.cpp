// SPDX-License-Identifier: Apache-2.0
// Elements of one of two arrays, in control code and in steps.
#include <cstdio>

static const double small[4] = {1, 2, 3, 4};
static const double large[4] = {100, 200, 300, 400};
static double out[16];

#pragma splice func Writes(range(p, p + 8))

void put(double* p, double t) {
  const double own[2] = {t, 2 * t};
  const double other[2] = {3 * t, 4 * t};
  const int odd = static_cast<int>(t) % 2;
#pragma splice step Writes(range(p, p + 8))
  {
    double inner[2] = {1, 2};
    double more[2] = {3, 4};
    (odd ? inner : more)[1] += (odd ? own : other)[0];
    for (int i = 0; i < 8; ++i) {
      p[i] = p[i] * 0.5 + inner[i % 2] + more[i % 2] + "ab"[i % 2];
    }
  }
}

int main() {
  double* const p = out;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    put(p, (t % 2 ? small : large)[t % 4]);
    if ((t > 2 ? large : small)[1] > 100) {
      put(p + 8, t);
    }
  }
  for (const double value : out) {
    std::printf("%.17g ", value);
  }
  std::printf("\n");
}
