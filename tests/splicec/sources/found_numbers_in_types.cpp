// SPDX-License-Identifier: Apache-2.0

// Numbers in the types of parameters, default arguments, and noexcept(false).
#include <array>
#include <cstdio>

static long sums[8];

template <int size>
struct row {
  int values[size];
};

struct pair {
  long one;
  long others[2];
};

#pragma splice func Writes(range(p, p + 1))

static void of_array(long* p, std::array<long, 3> a, const row<3>* b) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += a[2] + (b == nullptr ? 0 : b->values[1]);
}

#pragma splice func Writes(range(p, p + 1))

static void of_row(long* p, const row<2 + 1>* a, long n = 4, const long* from = 0) noexcept(false) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += a->values[2] + n + (from == nullptr ? 0 : *from);
}

#pragma splice func Writes(range(p, p + 1))

static void of_pair(long* p, pair a, const long* c = nullptr, int (*d)(int) = 0) {
#pragma splice step Writes(range(p, p + 1))
  p[0] = p[0] * 3 % 1003 + a.others[1] + (c == nullptr ? 1 : 2) + (d == nullptr ? 1 : 2);
}

int main() {
  const row<3> numbers = {{1, 2, 3}};
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    of_array(sums + t % 3, {t, 2, 3}, &numbers);
    of_row(sums + t % 2, &numbers, t);
    of_row(sums + t % 2, &numbers);
    of_pair(sums + t % 4, {1, {2, t}});
  }
  std::printf("the four sums: %ld %ld %ld %ld\n", sums[0], sums[1], sums[2], sums[3]);
}
