// SPDX-License-Identifier: Apache-2.0

// Macros that hide parameters, and operators.

// clang-format off
#include <cstdio>
#define ARGS double* p, long n
#define PTR(name) double* name
#define WEIGHT(name, value) double name = value
#define DEFAULT(x) = x
#define REAL double
#define MANY 64
#define TWICE(x) (2 * (x))

static double data[64];

struct view {
  double* p;
  int n;
};

#pragma splice func Writes(range(p, p + n))
void both(ARGS, double v) {  // error: a macro hides 'n', a parameter
#pragma splice step Writes(range(p, p + n))
  p[0] += v;
}

#pragma splice func Writes(range(p, p + n))
void named(PTR(p), long n, WEIGHT(v, 2.5)) {  // error: a macro hides 'p' // error: hides 'v'
#pragma splice step Writes(range(p, p + n))
  p[0] += v;
}

#pragma splice func Writes(range(data, data + 64))
void given(double v, int n DEFAULT(64));  // error: a macro hides 'n'
void given(double v, int n) {
#pragma splice step Writes(range(data, data + 64))
  data[0] += v + n;
}

#pragma splice func Writes(range(a.p, a.p + a.n))
void operator+=(view a, double v) {  // error: 'operator\+=' is an operator, which is not translated
#pragma splice step Writes(range(a.p, a.p + a.n))  // error: a step is a statement in a function
  a.p[0] += v;
}

#pragma splice func Writes(range(p, p + n))
void operators(REAL* p, long n, REAL v = (MANY) + 1, int k = MANY);
void operators(REAL* p, long n, REAL v, int) {  // error: needs a name
#pragma splice step Writes(range(p, p + n))
  p[0] += v;
}

int main() {
  double* p = data;
  const view w{data, 64};
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    both(p, 64, t);
    named(p, 64);
    given(t);
    operators(p, 64);
  }
  w += 3;
}
