// SPDX-License-Identifier: Apache-2.0

// Clang takes designators in any order for C++, and GCC does not.

struct pair {
  long x, y;
};

static const struct pair start = {.y = 3, .x = 4};  // error: field designators

static double a[64];

#pragma splice func Writes(range(p, p + 64))

static void add(double* p, long k) {
#pragma splice step Writes(range(p, p + 64))
  p[k] += start.x;
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) {
    add(a, t);
  }
}
