// SPDX-License-Identifier: Apache-2.0

// A lambda that captures by reference, under a name of its own.

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, long n, double v) {
#pragma splice step Writes(range(p, p + 64))
  p[n] = p[n] * 3 + v;
}

#pragma splice func Writes(range(p, p + 64))

void count(double* p, long n) {
  long x = n;
#pragma splice step Writes(range(p, p + 64))
  {
    auto next = [&y = x](long by) {  // error: a step has its own copy of 'x'
      y += by;                       // the step's own copy of x
      return y;
    };
    p[next(3)] += 1;
  }
  add(p, x, 1);
}

int main() {
  long x = 5;
  auto raise = [&y = x] {
    ++y;
  };
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    count(a, t);
    add(a, 2, x);  // error: this uses 'x', whose address is known elsewhere
#pragma splice step Everything
    raise();
  }
}
