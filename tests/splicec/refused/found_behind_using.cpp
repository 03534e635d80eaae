// SPDX-License-Identifier: Apache-2.0

// Behind the headers of the translation, std::clamp is the better match.

#include <cstdio>

using namespace std;

constexpr long clamp(long low, long high, long value) {
  return value < low ? low : value > high ? high : value;
}

long a[64];

#pragma splice func Writes(range(p, p + 64))

void add(long* p, int n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += clamp(2, 5, n);  // error: behind nuthatch/splice\.hpp.*means something else
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(a, t);
  }
}
