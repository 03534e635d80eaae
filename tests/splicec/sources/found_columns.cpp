// SPDX-License-Identifier: Apache-2.0

// Columns of code behind what is translated, on the same line.

// clang-format off
#include <cstdio>
#include <source_location>
using place = std::source_location;
static long sums[4];
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  *p = (*p * 7 + n) % 1000003; } static unsigned behind() { return place::current().column(); }
static void note(const char* what, place here = place::current()) {
  std::printf("%s is at line %u, column %u\n", what, here.line(), here.column());
}
#pragma splice func Writes(range(p, p + 1))
static void g(long* p) {
#pragma splice step Writes(range(p, p + 1))
  *p += 1; } struct friendly { friend void g(long* p); place here = place::current(); };
static void both(long* p) {
#pragma splice try(4)
  { f(p, 1); f(p, 2); } note("the first"); int q = 3; note("the second"); (void)q;
  note("the third");
  _Pragma("splice try(4)") { f(p, 1); f(p, 2); } note("the fourth");
}
int main() {
  unsigned a = 0;
#pragma splice try(4)
  for (long t = 0; t < 5; ++t) { f(sums, t); g(sums); } a = place::current().column();
  std::printf("the columns are %u and %u and %u\n", a, behind(), friendly().here.column());
  both(sums);
  std::printf("%ld\n", sums[0]);
}
