// SPDX-License-Identifier: Apache-2.0

// Lists of initial values in steps, of classes with destructors, and with the names of members.
#include <cstdio>

struct adding {
  double* to;
  int by;

  ~adding() { *to += by; }
};

struct nested {
  adding inner;
  const int* none;
};

#pragma splice func Everything

void add(double* a, int t) {
  int n = 3;
#pragma splice step Everything
  {
    adding one{a + t, n};
    nested two{{a, t}, nullptr};
    a[t] *= 2;
  }
#pragma splice step Everything
  {
    adding one{.to = a, .by = t};
    nested two{.inner = {.to = a + 1, .by = n}, .none = nullptr};
    a[t] *= 3;
  }
  n = t;
#pragma splice step Everything
  a[n] -= 1;
}

int main() {
  double a[16] = {};
#pragma splice try(4)
  for (int t = 0; t < 13; ++t) {
    add(a, t);
  }
  for (const double one : a) {
    std::printf("%g ", one);
  }
}
