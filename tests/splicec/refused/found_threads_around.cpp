// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <cstdio>
#include <exception>
struct two { long a, b; };
thread_local long own = 0;
thread_local auto [left, right] = two{1, 2};
template <class T> thread_local T each = 1;
static long given(long value = own) { return value; }
#pragma splice func Writes(range(p, p + 1))
void f(long* p) {
  if (&own == p) { return; }  // error: 'own' is a variable of each thread
#pragma splice step Writes(range(p, p + 1))
  { p[0] += each<long>; }  // error: 'each' is a variable of each thread
#pragma splice step Writes(range(p, p + 1))
  { p[0] += left; }  // error: 'left' is a variable of each thread
#pragma splice step Writes(range(p, p + 1))
  { p[0] += given(); }  // error: a default argument is a variable of each thread
}
long a[64];
int main() {
  const auto next = [] { return ++own; };
  const auto next_but_one = [&] { return next() + 1; };
  own = 3;
  const long value = own;
  long& shared = own;
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    f(a + t);
    a[32] += value;
    shared += 1;
    own += 1;  // error: another thread may run this after a call
    a[33] += right;  // error: 'right' is a variable of each thread
    a[34] += ++each<long>;  // error: 'each' is a variable of each thread
    a[35] += next();  // error: 'next' uses a variable of each thread
    a[36] += next_but_one();  // error: 'next_but_one' uses a variable of each thread
    a[37] += given();  // error: a default argument is a variable of each thread
    thread_local long calls = 0;  // error: 'calls' is a variable of each thread
    a[38] += ++calls;
    a[39] += std::uncaught_exceptions();  // error: handled outside of the statement
    for (long k = own; k < 1; ++k) { f(a + k); }  // error: 'own' is a variable of each thread
  }
  for (int t = 0; t < 64; ++t) { std::printf("%ld ", a[t]); }
}
