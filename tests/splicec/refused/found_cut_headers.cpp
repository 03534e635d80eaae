// SPDX-License-Identifier: Apache-2.0
// clang-format off
#define BELOW i < 40
#define FROM i = 3
#pragma splice func Writes(range(p, p + 64))
void large(long* p, long n) {
#pragma splice step over(i) slice(4) Writes(range(p, p + 64))
  for (long i = 0; i < n; i += 4294967297) { p[i % 64] += i; }  // error: does not add 1
}
#pragma splice func Writes(range(p, p + 64))
void shifted(long* p, long n) {
#pragma splice step over(i) slice(4) Writes(range(p, p + 64))
  for (long i = 1; i < n; i <<= /* not += */ 1) { p[i % 64] += i; }  // error: does not add 1
}
#pragma splice func Writes(range(p, p + 64))
void below(long* p, long n) {
  long i = 5;
#pragma splice step over(i) slice(4) Writes(range(p, p + 64))
  for (i = 0; BELOW; ++i) { p[i % 64] += n; }  // error: a macro hides a bound
}
#pragma splice func Writes(range(p, p + 64))
void from(long* p, long n) {
  long i = 5;
#pragma splice step over(i) slice(4) Writes(range(p, p + 64))
  for (FROM; i < n; ++i) { p[i % 64] += i; }  // error: a macro hides a bound
}
