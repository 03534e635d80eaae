// SPDX-License-Identifier: Apache-2.0
// A parameter that is written as an array of constants is a pointer that may change. And types
// whose names mean others elsewhere.
#include <cstdio>

static double first_values[2] = {1, 2};
static double other_values[2] = {30, 40};

#pragma splice func Reads(range(from, from + 2)) Writes(range(a, a + 2))

static void add(double* a, const double* from) {
#pragma splice step Reads(range(from, from + 2)) Writes(range(a, a + 2))
  {
    a[0] += from[0];
    a[1] += from[1];
  }
}

static void by_pointer(double* x, const double a[]) {
  const double** const at = &a;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    add(x, a);  // error: uses 'a', whose address is known elsewhere
#pragma splice step Writes(range(at, at + 1))
    *at = t % 2 != 0 ? first_values : other_values;
  }
}

static void by_lambda(double* x, const double b[2]) {
  const auto set = [&](int t) {
    b = t % 2 != 0 ? first_values : other_values;
  };
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    add(x, b);  // error: uses 'b', whose address is known elsewhere
#pragma splice step Everything
    set(t);
  }
}

struct plain {
  double v;
};

template <class T>
struct box {
  T t;
};

struct ending {
  double* p;

  ~ending() { p[0] = p[0] * 2 + 1; }
};

static void local_arguments(double* x) {
  struct plain {
    double* p;

    ~plain() { p[0] = p[0] * 2 + 1; }
  };

#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    const box<plain> q{{x}};  // error: 'q' is a (const )?box<plain>, which ends before
    add(x, x + 2);
  }
}

static void renamed_later(double* x) {
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    const ending q{x};  // error: 'q' is a (const )?ending, which ends before
    add(x, x + 2);
  }
}

#define ending plain

int main() {
  double x[8] = {};
  by_pointer(x, first_values);
  by_lambda(x, first_values);
  local_arguments(x);
  renamed_later(x);
  const ending last{3};
  std::printf("%g\n", x[0] + last.v);
}
