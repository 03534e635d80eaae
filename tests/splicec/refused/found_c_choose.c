// SPDX-License-Identifier: Apache-2.0

static double a[64];

#pragma splice func Writes(range(p, p + 64))

static void add(double* p, long k) {
#pragma splice step Writes(range(p, p + 64))
  p[k] += 1;
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; t++) {
    add(a, t);
  }
  return __builtin_choose_expr(1, 0, "");  // error: __builtin_choose_expr
}
