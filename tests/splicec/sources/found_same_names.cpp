// SPDX-License-Identifier: Apache-2.0
// Classes of one function that have the same name, and instances of templates for them.
#include <cstdio>

static double values[64] = {1, 2, 3, 4};

template <class T>
constexpr double taken(int v) {
  return T::get(v);
}

template <class T>
struct holder {
  double v;

  constexpr holder(int q) : v(T::get(q)) {}

  constexpr double get() const { return v; }
};

#pragma splice func Writes(range(a, a + n))

static void add(double* a, long n, double by) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = 0; i < n; ++i) {
    a[i] = a[i] * 1.5 + static_cast<double>(i) + by;
  }
}

int main() {
  double x[64] = {};
  double* y = values;
  double r = 0;
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    add(x, 4, r);
    add(y, 4, 1);
    {
      struct local {
        static constexpr double get(int v) { return v; }
      };

      r = taken<local>(t) + holder<local>(t).get();
    }
    {
      struct local {
        static constexpr double get(int v) { return v < 0 ? 0 : values[0]; }
      };

      r += taken<local>(t) + holder<local>(t).get();
    }
    add(x, 4, r);
  }
  std::printf("sums of elements: %.17g %.17g %.17g\n", x[0] + x[1], x[2] + x[3], values[0]);
}
