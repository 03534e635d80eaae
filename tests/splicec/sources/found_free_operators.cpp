// SPDX-License-Identifier: Apache-2.0

// Free operators that take references to locals, and designated members that are arrays.
#include <cstdio>

static double data[64];

struct vec {
  int x;
  int y;
};

constexpr bool operator<(const vec& a, const vec& b) {
  return a.x < b.x;
}

constexpr vec operator+(const vec& a, const vec& b) {
  return {a.x + b.x, a.y + b.y};
}

constexpr vec operator*(const vec& a, int k) {
  return {a.x * k, a.y * k};
}

constexpr vec operator-(const vec& a) {
  return {-a.x, -a.y};
}

struct part {
  struct inner {
    int k;
  };

  int low = 1;
  int w[2] = {3, 4};
  inner q{2};
};

#pragma splice func Writes(range(p, p + 64))

static void add(double* p, vec v) {
#pragma splice step Writes(range(p, p + 64))
  for (int i = 0; i < 64; ++i) {
    p[i] = p[i] * 0.5 + v.x + v.y;
  }
}

#pragma splice func Writes(range(p, p + 9))

static void put(double* p, part v) {
#pragma splice step Writes(range(p, p + 9))
  for (int i = 0; i < 9; ++i) {
    p[i] = p[i] * 0.5 + v.low + v.w[i % 2] + v.q.k;
  }
}

int main() {
  double* const p = data;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    const vec a{t, 3};
    const vec b{2, t};
    if (a < b) {
      add(p, b);
    }
    add(p, a + b);
    add(p, a * 3);
    add(p, -a);
    put(p, {.low = 2, .w = {t, 2}});
    put(p, {.w = {t}, .q = {3}});
    put(p, {.w{t, 3}});
  }
  for (const double d : data) {
    std::printf("%.17g\n", d);
  }
}
