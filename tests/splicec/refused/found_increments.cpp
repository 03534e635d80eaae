// SPDX-License-Identifier: Apache-2.0

// Increments of a loop that is cut, which add 1 and do something else.

static double a[100];

static long ones;

static long one() {
  ++ones;
  return 1;
}

#pragma splice func Writes(range(p, p + n))

static void comma(double* p, long n) {
  long k = 0;
#pragma splice step over(i) slice(7) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; i += (k++, 1)) {  // error: it does not add 1 to the index
    p[i] = p[i] * 0.5 + k;
  }
}

#pragma splice func Writes(range(p, p + n))

static void call(double* p, long n) {
#pragma splice step over(i) slice(7) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; i += one()) {  // error: it does not add 1 to the index
    p[i] *= 0.5;
  }
}

#pragma splice func Writes(range(p, p + n))

static void plain(double* p, long n) {
#pragma splice step over(i) slice(7) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; i += 1) {
    p[i] *= 0.5;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    comma(a, 50 + t);
    call(a, 50 + t);
    plain(a, 50 + t);
  }
}
