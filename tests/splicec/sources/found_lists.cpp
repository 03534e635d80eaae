// SPDX-License-Identifier: Apache-2.0
// Lists whose values are not converted, or by functions that only calculate.
#include <array>
#include <complex>
#include <cstdio>
#include <utility>

struct point {
  double x, y;
};

struct pure {
  long v;

  constexpr pure(int n) : v(n * 2) {}
};

struct meters {
  double value;

  constexpr operator double() const { return value * 100; }
};

struct inner {
  long a[2];
  point at;
};

struct outer {
  inner in;
  pure twice;
  double tail;
};

struct derived : point {
  long z;
};

template <class T>
struct pair_of {
  T first = 3;
  T second{};
};

static double out[16];

#pragma splice func Writes(range(p, p + 4))

static void f(double* p, double n) {
#pragma splice step Writes(range(p, p + 4))
  for (int i = 0; i < 4; ++i) {
    p[i] = p[i] * 0.5 + i + n;
  }
}

#pragma splice func Writes(range(p, p + 4))

static void lists(double* p, int t) {
  const point here{1, static_cast<double>(t)};
  const outer all{{{1, t}, here}, 3, meters{2}};
  const derived with_base{{4, 5}, t};
  const std::array<double, 3> three{1, 2, 3.5};
  const std::array<point, 2> points{{{1, 2}, {3, 4}}};
  const pair_of<long> both{};
  const double number{meters{3}};
  const double rows[2][2] = {1, 2, 3};
  f(p, all.in.at.y + static_cast<double>(all.in.a[1]) + static_cast<double>(all.twice.v));
  f(p, all.tail + with_base.y + static_cast<double>(with_base.z));
  f(p, three[2] + points[1].y + rows[1][0]);
  f(p, static_cast<double>(both.first) + number + static_cast<double>(both.second));
  f(p, point{.x = 2, .y = 1}.x);
#pragma splice step Writes(range(p, p + 4))
  {
    const outer copy{{{t, 2}, here}, {t}, p[0]};
    p[1] += copy.in.at.x + static_cast<double>(copy.twice.v) + copy.tail;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 1; t < 9; ++t) {
    lists(out, t);
    lists(out + 8, t + 1);
  }
  for (const double one : out) {
    std::printf("%.17g ", one);
  }
  std::printf("\n");
}
