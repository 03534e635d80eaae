// SPDX-License-Identifier: Apache-2.0

// std::swap and std::exchange of locals: between calls, between steps, and in steps.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

struct buffers {
  double* now;
  double* next;
};

#pragma splice func Reads(range(from, from + n)) Writes(range(to, to + n))

void relax(const double* from, double* to, long n, int round) {
  int left = 1, right = round;
  std::swap(left, right);
  const int before = std::exchange(left, 7);
#pragma splice step Reads(range(from, from + n)) Writes(range(to, to + n))
  for (long i = 0; i < n; ++i) {
    double low = from[i], high = from[(i + before) % n];
    if (low > high) {
      std::swap(low, high);
    }
    to[i] = (std::exchange(low, high) + 3 * low + right + left) / 4;
    std::swap(to[i], high);
    to[i] += high / 8;
  }
}

#pragma splice func Writes(range(a, a + n)) Writes(range(b, b + n))

void several(double* a, double* b, long n, int times) {
  double* both[2] = {a, b};
  buffers pair{b, a};
  for (int t = 0; t < times; ++t) {
    relax(both[0], both[1], n, t);
    std::swap(both[0], both[1]);
    relax(pair.now, pair.next, n, t + 1);
    std::swap(pair.now, pair.next);
    using std::swap;
    swap(a, b);
    relax(a, b, n, t + 2);
    a = std::exchange(b, a);
  }
}

int main() {
  const long n = 500;
  std::vector<double> one(n, 1.5), other(n, 2.25);
  one[7] = 90;
  double* from = one.data();
  double* to = other.data();
#pragma splice try(8)
  for (int t = 0; t < 20; ++t) {
    relax(from, to, n, t % 5);
    std::swap(from, to);
  }
#pragma splice try(8)
  for (int t = 0; t < 6; ++t) {
    several(from, to, n, 1 + t % 3);
    from = std::exchange(to, from);
  }
  double sum = 0;
  for (long i = 0; i < n; ++i) {
    sum = sum * 0.99 + one[i] - other[i] / 3;
  }
  std::printf("%.17g %.17g %.17g\n", sum, *from, *to);
}
