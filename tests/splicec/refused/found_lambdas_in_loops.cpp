// SPDX-License-Identifier: Apache-2.0

// Lambdas in a loop that is cut.

static double a[100];

#pragma splice func Writes(range(a + low, a + high))

static void f(int low, int high, int start) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (int i = low; i < high; ++i) {
    a[i] += [&] {
      if (i % 3 == 0) {  // error: may be changed by who has its address; let the lambda capture it
        return 1.5;
      }
      return 2.5;
    }();
    auto next = [start]() mutable {
      return ++start;  // error: a lambda that changes a copy of its own captures it by another
    };
    a[i] += next() + next();
    auto good = [n = start]() mutable {
      return ++n;
    };
    a[i] += good() + [=] {
      return i % 3 == 0 ? 1.5 : 2.5;
    }();
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    f(t, 20 + t, 3);
  }
}
