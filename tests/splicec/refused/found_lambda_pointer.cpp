// SPDX-License-Identifier: Apache-2.0

// Lambdas that become pointers to functions, of which OUT has two.

// clang-format off
static long m[8];
static long thrice(long x) { return 3 * x; }
#pragma splice func Everything
void f(long* p, long t) {
  long (*other)(long) = thrice;
  long (*made)(long) = [](long x) { return x; };  // error: makes a pointer
  f(p, other(t));  // error: calls the function that 'other' points to
#pragma splice step Everything
  { p[0] += other(t); }
}
int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) { f(m, t); }
}
