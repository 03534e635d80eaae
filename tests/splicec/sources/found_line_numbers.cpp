// SPDX-License-Identifier: Apache-2.0

// Line breaks within the parts of calls and loops that the translation replaces, and lines in
// default arguments.

// clang-format off
#include <cstdio>
#define HERE __LINE__
#define SUM(a, b) ((a) + (b))

static double data[256];

namespace ns {
#pragma splice func Writes(range(p, p + n))
void add(double* p, long n, int line,
         int other = HERE,
         int here = 3 +
             __LINE__, int last = __LINE__);

void
add(double* p, long n, int line, int other,
    int here, int last) {
#pragma splice step over(i) slice(7) \
    Writes(range(p + i.first, \
                 p + i.last))
  for (long i = 0 +
         0 * __LINE__; i <
         n; ++i) { p[i] = p[i] * 0.5 + __LINE__ + line * 100 + other * 3 + here * 7 + last;
  }
#pragma splice step over(i, j) slice(3) Everything
  for (long i =
           0;
       i <= /* to
               the last */ 2; ++i) {
    for (long j =
             0; j
         < 2; ++j) { p[i + j] += __LINE__;
    }
  }
  if (n > 100) {
    add
      (p, n / 2, __LINE__);
    add(p, n / 2, __LINE__);
    ns::
      add /* with
      comments */ (
      p,
      n / 2, __LINE__
      );
    ns::add(p, n / 2, SUM(__LINE__,
                          HERE), __LINE__);
  }
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) { p[i] = p[i] * 0.5 + __LINE__ + __builtin_LINE(); }
}
}  // namespace ns

int main() {
  double* p = data;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    ns::add
      (p, 200, __LINE__);
    ns
     ::
     add(p, 200, __LINE__,
       __LINE__
     ); ns::add(p, 3, __LINE__);
    ns::add // behind the name
      // twice
      (p, 200, __LINE__);
    ::ns::add(
       p, 150
       , __LINE__
       );
  }
  for (double d : data) {
    std::printf("%.17g\n", d);
  }
}
