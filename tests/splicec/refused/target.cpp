// SPDX-License-Identifier: Apache-2.0

// Attributes that a macro hides; first declarations in a block, with default arguments.
#define FAST __attribute__((target("sse4.2")))

static double data[100];

#pragma splice func Writes(range(p, p + n))

FAST void fast(double* p, long n) {  // error: a macro gives 'fast' the attribute target
#pragma splice step Writes(range(p, p + n))
  p[0] += n;
}

void in_block() {
  extern void later(double* p, long n = 3);  // error: default arguments of 'later' stand in
  later(data);
}

#pragma splice func Writes(range(p, p + n))

void later(double* p, long n) {  // error: 'later' is declared first in a block, with default arg
#pragma splice step over(i) slice(16) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] += 1;
  }
}

#pragma splice func Writes(range(p, p + n))

void cut(double* p, long n) {
#pragma splice step over(j) slice(16) Everything  // error: the loop here has the index 'i'
  for (long i = 0; i < n; ++i) {
    p[i] += 1;
  }
#pragma splice step over(i, j) slice(16) Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) {
    p[i] += 1;  // error: no loop stands here, and over names one index for each loop
  }
}

int main() {
#pragma splice try(3)
  for (int i = 0; i < 3; ++i) {
    fast(data, 3);
    later(data, 3);
    cut(data, 3);
  }
}
