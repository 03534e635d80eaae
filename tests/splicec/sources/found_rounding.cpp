// SPDX-License-Identifier: Apache-2.0

// Functions of <cmath> that are pure, of each floating type, in control code and in effects.
#include <algorithm>
#include <cmath>
#include <cstdio>

static double a[100];

#pragma splice func Writes(range(a + low, a + high))

static void add(int low, int high, float part) {
  const int middle = static_cast<int>(std::floor(part * 10)) + low;
  const int other =
      static_cast<int>(std::fmin(std::ceil(part), 2.0F) + floorf(part) + truncl(2.5L));
  if (std::trunc(part) < std::copysign(1.0F, part)) {
    add(low + 1, high, part + 1);
  }
#pragma splice step Writes(range(a + low, a + std::max(middle, high)))
  for (int i = low; i < high; ++i) {
    a[i] += i * other + middle;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    const float x = static_cast<float>(t) * 0.375F;
    const long double y = t * 1.25L;
    add(static_cast<int>(std::floor(x)), static_cast<int>(20 + std::ceil(y)), std::fabs(-x));
    add(static_cast<int>(std::fmax(y, 1.0L)), 25, std::fmin(x, 1.5F));
  }
  for (int i = 0; i < 40; i += 3) {
    std::printf("%a\n", a[i]);
  }
}
