// SPDX-License-Identifier: Apache-2.0

// Steps with classes whose member functions use `this`, in functions that have none and in one
// that has.
#include <cstdio>

static double a[100];

#pragma splice func Writes(range(a + low, a + high))

static void add(int low, int high) {
#pragma splice step Writes(range(a + low, a + high))
  {
    struct total {
      double sum = 0;

      void add(double x) { sum += x; }

      double half() const { return this->sum / 2; }
    };

    total all;
    for (int i = low; i < high; ++i) {
      all.add(a[i] + i);
      a[i] = all.half();
    }
  }
}

struct owner {
  double* values = a;
  double factor = 1.5;

  void run() {
    double* const p = values;
#pragma splice try(4)
    for (int t = 0; t < 8; ++t) {
      add(t, 20 + t);
#pragma splice step Writes(range(p + t, p + t + 20))
      {
        struct scale {
          double by;

          double of(double x) const { return by * x; }
        };

        const scale own{factor};
        for (int i = t; i < t + 20; ++i) {
          values[i] = own.of(values[i]);
        }
      }
    }
  }
};

int main() {
  owner{}.run();
  for (int i = 0; i < 30; i += 2) {
    std::printf("%a\n", a[i]);
  }
}
