// SPDX-License-Identifier: Apache-2.0

// A lambda in the parameters of a template is of another type for each use, also in a namespace or
// a class.

// clang-format off
#include <cstdio>
static long cells[8];
namespace library {
template <class T = decltype([] {})> long calls_here() { static long calls; return ++calls; }
template <class T, class U = decltype([] {})> long calls_with(T) {
  static long calls;
  return ++calls;
}
template <class T = decltype([] {})> struct counts { static inline long calls; };
template <class T = decltype([] {})> using closure = T;
namespace inner {
template <class T> long calls_of() { static long calls; return ++calls; }
}
}  // namespace library
struct holder {
  template <class T = decltype([] {})> static long calls_in() { static long calls; return ++calls; }
};
#pragma splice func Everything
void f(long* p, int n) {
#pragma splice step Everything
  {
    p[0] += library::calls_here();  // error: 'calls_here' may have variables for each type
    p[0] += library::calls_with(+n);  // error: 'calls_with' may have variables for each type
    p[0] += ++library::counts<>::calls;  // error: 'calls' may have variables for each type
    p[0] += library::inner::calls_of<library::closure<>>();  // error: 'calls_of' may have
    p[0] += holder::calls_in();  // error: 'calls_in' may have variables for each type
    p[0] += n;
  }
}
int main() {
  long* const p = cells;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    f(p, t);
  }
  std::printf("%ld\n", cells[0]);
}
