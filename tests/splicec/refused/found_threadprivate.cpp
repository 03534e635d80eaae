// SPDX-License-Identifier: Apache-2.0

// Variables that OpenMP gives to each thread, however the pragma is written.

// clang-format off
#include <cstdio>
#define PRIVATE(name) DO_PRAGMA(omp threadprivate(name))
#define DO_PRAGMA(text) _Pragma(#text)
#define NAMED_SO named
#define COUNT count(1)
static long m[8];
static long plain, written, made, named, hidden;
struct counted { static long number; _Pragma("omp threadprivate(number)") };
#pragma omp threadprivate(plain)
_Pragma("omp threadprivate(written)")
PRIVATE(made)
#pragma omp threadprivate(NAMED_SO)
_Pragma("omp threadprivate(hidden)")
long counted::number = 3;
static long count(long by, long value = hidden) { return by + value; }
#pragma splice func Everything
void f(long* p, long t) {
  if (&written == p) { return; }  // error: 'written' is a variable of each thread
#pragma splice step Everything
  p[0] += plain + t;  // error: 'plain' is a variable of each thread
#pragma splice step Everything
  p[0] += written + made;  // error: 'written' is a variable // error: 'made' is a variable of each
#pragma splice step Everything
  p[0] += NAMED_SO + counted::number;  // error: 'named' is a // error: 'number' is a variable of
#pragma splice step Everything
  p[0] += COUNT;  // error: a default argument is a variable of each thread
}
int main() {
  const auto next = [] { return ++made; };
  const long value = written;
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t + value);
    m[5] += written;  // error: 'written' is a variable of each thread
    m[6] += next();  // error: 'next' uses a variable of each thread
  }
  std::printf("%ld\n", m[0]);
}
