// SPDX-License-Identifier: Apache-2.0

// An instance of the template would call std::clamp.

#include <cstdio>

using namespace std;

constexpr long clamp(long low, long high, long value) {
  return value < low ? low : value > high ? high : value;
}

template <class T>
long limited(T n) {
  return clamp(T(2), T(5), n);  // error: behind nuthatch/splice\.hpp.*means something else
}

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, int n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += limited(n);
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
