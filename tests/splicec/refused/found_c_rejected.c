// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <inttypes.h>
#include <stdio.h>
struct pair { int a, b; int v[3]; };
struct nest { struct pair p; int k; };
static int sparse[4] = {[1] = 5, [3] = 2};  // error: array designators
static int filled[6] = {[0 ... 3] = 7};  // error: GNU // error: array designators
static struct pair mixed = {.a = 1, 2};  // error: mixture
static struct pair twice = {.a = 1, .a = 2};  // error: overrides
static struct nest nested = {.p.b = 3, .k = 4};  // error: nested designators
static unsigned char constants[] = {-1};  // error: narrowed
void show(int n) {
  unsigned char bytes[2] = {1, n};  // error: narrowed
  register int i = n;  // error: register
  printf("%"PRId64"%d%d\n", (int64_t)i, bytes[0], constants[0]);  // error: suffix
}
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
  return sparse[0] + filled[0] + mixed.a + twice.a + nested.k;
}
