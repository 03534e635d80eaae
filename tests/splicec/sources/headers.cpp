// SPDX-License-Identifier: Apache-2.0

// Headers in an order in which one declares a class that another defines.
#include <array>
#include <cstdio>
#include <memory>

struct tree {
  std::array<double, 100> nodes{};
};

#pragma splice func Writes(range(p, p + n))

void f(double* p, long n) {
#pragma splice step over(i) slice(16) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] += i * 0.5;
  }
}

int main() {
  auto t = std::make_unique<tree>();
  double* const p = t->nodes.data();
#pragma splice try(4)
  for (int i = 0; i < 10; ++i) {
    f(p, 100 - i);
  }
  double sum = 0;
  for (const double one : t->nodes) {
    sum = sum * 0.75 + one;
  }
  std::printf("%a some more digits\n", sum);
}
