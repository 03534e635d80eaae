// SPDX-License-Identifier: Apache-2.0

// Steps that a switch enters in the middle, an if without a condition, and declarations
// that stand alone as a branch.
// clang-format off
#include <cstdio>

static double out[8];

#pragma splice func Writes(range(o, o + 8))
void add(double* o, double v) {
#pragma splice step Writes(range(o, o + 8))
  for (int i = 0; i < 8; ++i) { o[i] = o[i] * 0.5 + v; }
}

#pragma splice func Writes(range(o, o + 8))
void into_for(double* o, int k, int x) {
#pragma splice step Writes(range(o, o + 8))
  switch (k) {
    case 0:
      for (x = 0; x < 4; ++x) {
        case 1: o[x] += 1;
      }
  }
}

#pragma splice func Writes(range(o, o + 8))
void into_while(double* o, int k, int x) {
#pragma splice step Writes(range(o, o + 8))
  switch (k) {
    case 0:
      while (x = x + 2, x < 6) {
        if (k == 7) {
          case 1: o[x] += 2;
        }
      }
  }
}

#pragma splice func Writes(range(o, o + 8))
void into_if(double* o, int k, int x) {
#pragma splice step Writes(range(o, o + 8))
  switch (k) {
    case 0:
      if ((x = 5) != k) {
        case 1: o[x] += 3;
      }
  }
}

#pragma splice func Writes(range(o, o + 8))
void into_block(double* o, int k, int x) {
#pragma splice step Writes(range(o, o + 8))
  switch (k) {
    case 0: {
      x = 6;
      do {
        case 1: o[x] += 4;
      } while (++k < 2);
    }
  }
}

#pragma splice func Writes(range(o, o + 8))
void without_condition(double* o, int x) {
#pragma splice step Writes(range(o, o + 8))
  {
    if consteval { x = 1; }
    o[2] += x;
  }
}

#pragma splice func Writes(range(o, o + 8))
void without_condition_twice(double* o, int x) {
#pragma splice step Writes(range(o, o + 8))
  {
    if !consteval { o[1] += 1; } else { x = 7; }
    o[3] += x;
  }
}

static int calls;
static int next(int v) {
  std::printf("next %d %g\n", v, out[0]);
  return ++calls;
}

static void alone(double* p) {
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    if (t == 2) { add(p, t); } else int x = next(t);
    if (t == 3) int y = next(t + 10); else add(p, t + 1);
    for (int q = 0; q < t; ++q) int z = next(q + 20);
    int left = t % 3;
    while (left-- > 0) int w = next(left + 30);
    switch (t) case 4: int v = next(t + 40);
    switch (t) {
      case 1: add(p, 0.25); break;
      case 5: int u = next(t + 50); add(p, u);
    }
  }
}

int main() {
  double* const p = out;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    into_for(p, t % 2, 2);
    into_while(p, t % 2, t % 3);
    into_if(p, t % 2, 2);
    into_block(p, t % 2, 3);
    without_condition(p, 2 + t);
    without_condition_twice(p, 3 + t);
  }
  for (const double one : out) { std::printf("%g ", one); }
  alone(p);
  for (const double one : out) { std::printf("%g ", one); }
  std::printf("%d\n", calls);
}
