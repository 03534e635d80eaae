// SPDX-License-Identifier: Apache-2.0

// Default arguments that do more than compute a value. A call shows only their values.

#include <algorithm>
#include <cstdio>

static double data[8];
static int notes;

static bool note() {
  return ++notes > 0;
}

struct part {
  int a;
  int b;

  constexpr part(int x, int y = (note(), 2)) : a(x), b(y) {}
};

enum : int { usual = 3 };

#pragma splice func Writes(range(p, p + 8))
void add(double* p, int n = (++notes, 3));

void add(double* p, int n) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) {
    p[i] = p[i] * 0.5 + n * notes;
  }
}

#pragma splice func Writes(range(p, p + 8))
void mark(double* p, bool n = note() || true);

void mark(double* p, bool n) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) {
    p[i] += n;
  }
}

#pragma splice func Writes(range(p, p + 8))

void put(double* p, part v, int n = usual + std::max(2, 5)) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) {
    p[i] += v.a * v.b + n;
  }
}

constexpr int twice(int x, int y = (note(), 2)) {
  return x * y;
}

int main() {
  double* const p = data;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(p);            // error: a default argument that may do more than compute a value
    mark(p);           // error: a default argument that may do more than compute a value
    put(p, part(t));   // error: a default argument that may do more than compute a value
    add(p, twice(t));  // error: a default argument that may do more than compute a value
    put(p, part(t, 2));
    const auto f = [](int k, int d = (++notes, 2)) {
      return k * d;
    };
    add(p, f(t));  // error: a default argument that may do more than compute a value
    add(p, f(t, 3));
  }
  std::printf("%g %d\n", data[0], notes);
}
