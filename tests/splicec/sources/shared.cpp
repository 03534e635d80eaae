// SPDX-License-Identifier: Apache-2.0

// Locals of the function around a try_splice that its steps use where they are.
#include <cstdio>
#include <vector>

static double values[64];

#pragma splice func Writes(range(p + low, p + high))

void add(double* p, long low, long high, double v) {
  if (high - low > 4) {
    const long middle = (low + high) / 2;
    add(p, low, middle, v);
    add(p, middle, high, v);
    return;
  }
#pragma splice step Writes(range(p + low, p + high))
  for (long i = low; i < high; ++i) {
    p[i] = p[i] * 0.5 + v + i;
  }
}

int main() {
  double* p = values;
  double buffer[4] = {};
  const double weights[2] = {1.5, 2.5};
  std::vector<double> list(3);
  double kept = 0;
  double& same = kept;
#pragma splice try(8)
  for (int t = 0; t < 6; ++t) {
    buffer[0] = t;
#pragma splice step Writes(range(p + t, p + t + 1))
    p[t] += buffer[0] * weights[t % 2];
    add(p, 0, 16, weights[t % 2]);
    list[t % 3] = t;
    same = t * 0.25;
#pragma splice step Writes(range(p + t, p + t + 1))
    p[t] += list[t % 3] + same;
    add(p + t, 0, 16, 1);
  }
  for (double one : values) {
    std::printf("%.17g\n", one);
  }
}
