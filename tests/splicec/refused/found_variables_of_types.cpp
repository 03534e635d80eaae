// SPDX-License-Identifier: Apache-2.0

// Const variables that get their values when the program runs, once for each type; and types that
// each use of a template has for itself.
// clang-format off
#include <cstdio>

struct plain_type { long v; };
static long out;
static long ids;

template <class T> struct numbered { static inline const long id = ++ids; };
template <class T> struct getting {
  static long get() { return id; }
  static inline const long id = ++ids;
};
template <class T> struct sized {
  static const long id = sizeof(T) + 2 * (3 + 1);
  static constexpr long zero[] = {0, 0};
};
template <class T> inline const long variable = ++ids;
template <class T> inline const long comma = (++ids, 3);
template <class T> const long size = sizeof(T) > 8 ? 2 : 1;
template <class T> constexpr long fixed = T{}.v + 1;
template <class T> long id() { static const long k = ++ids; return k; }
template <class T> long known() {
  static const long k[] = {3, -4};
  static constexpr plain_type p{3};
  return k[0] + p.v;
}
template <class T = decltype([] {})> long unique() { static const long k = ++ids; return k; }
template <class T = decltype([] {})> struct mark {};
template <class T> long of_mark(mark<T>) { static long k = ++ids; return k; }
template <class T> long by_type(T) { static long k = ++ids; return k; }
constexpr auto outside = [] {};
static long by_parameter(auto x) { return numbered<decltype(x)>::id; }

#pragma splice func Everything
void f(long n) {
  struct mine {
    long v = 0;
    static long next() {
      static const long k = ++ids;  // error: 'k' would be two variables
      static const long three = 3;
      return k + three;
    }
  };
#pragma splice step Everything
  {
    out += numbered<mine>::id;      // error: 'id' may have variables for each type
    out += getting<mine>::get();    // error: 'get' may have variables for each type
    out += variable<mine>;          // error: 'variable' may have variables for each type
    out += comma<mine>;             // error: 'comma' may have variables for each type
    out += id<mine>();              // error: 'id' may have variables for each type
    out += by_parameter(mine{});    // error: 'by_parameter' may have variables for each type
    out += unique();                // error: 'unique' may have variables for each type
    out += of_mark(mark<>{});       // error: 'of_mark' may have variables for each type
    out += mine::next() + n;
  }
#pragma splice step Everything
  {
    out += sized<mine>::id + sized<mine>::zero[1] + size<mine> + fixed<mine>;
    out += known<mine>() + unique<int>() + by_type(outside);
  }
}

int main() {
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(t);
  }
  std::printf("%ld\n", out);
}
