// SPDX-License-Identifier: Apache-2.0

// The function is there twice, with its classes and their variables.

double a[64];

template <class T>
long counted() {
  static long k = 0;
  return ++k;
}

#pragma splice func Writes(range(p, p + 64))

void add(double* p, long n) {
  struct counter {
    static long next() {
      static long k = 0;  // error: 'k' would be two variables
      return ++k;
    }
  };

#pragma splice step Writes(range(p, p + 64))
  p[n] += counter::next();
#pragma splice step Writes(range(p, p + 64))
  p[n] += counted<counter>();  // error: 'counted' may have variables for each type
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
