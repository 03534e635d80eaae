// SPDX-License-Identifier: Apache-2.0

// Generic lambdas of a step that copy the locals around the step.

#include <algorithm>
#include <cstdio>

static long m[8];

#pragma splice func Everything

void f(long* p, long t) {
  const long data[2] = {t, t + 1};
#pragma splice step Everything
  {
    long k = t + 2;
    auto all = [=](auto x) {
      return x + k + t + data[1];
    };
    auto several = [t](auto x, auto... more) {
      long y = x;
      long* q = &y;
      *q += t;
      return (y + ... + more);
    };
    auto typed = [=]<class T>(T x) -> T {
      return x + static_cast<T>(t);
    };
    std::for_each(p, p + 1, [=](auto& x) { x += t; });
    p[0] = (p[0] + all(3L) + several(3, 4L, 5L) + typed(4)) % 10007;
  }
}

int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t);
  }
  std::printf("the four sums: %ld %ld %ld %ld\n", m[0], m[1], m[2], m[3]);
}
