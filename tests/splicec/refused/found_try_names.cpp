// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#include <typeinfo>
template <class T> const char* name(T) { return __PRETTY_FUNCTION__; }
#pragma splice func Everything
void f(int* p, int n) {
#pragma splice step Everything
  { p[0] += n; }
}
int main() {
  int a[4] = {};
  struct outside {};
#pragma splice try(4)
  for (int i = 0; i < 2; ++i) {
    struct local { int k; };
    f(a, i);
    std::puts(name(outside()));
    std::puts(name(local{i}));  // error: this names a type or lambda
    std::puts(name([] {}));  // error: this names a type or lambda
    std::puts(typeid(local).name());  // error: this names a type or lambda
  }
}
