// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#include <source_location>
struct info { int v; const char* n = std::source_location::current().function_name(); };
struct where { const char* name; where(const char* n = __builtin_FUNCTION()) : name(n) {} };
struct event { int v; where w = {}; };
void show(int* p, info i) { p[0] += i.v; std::puts(i.n); }
void tell(int* p, event e) { p[0] += e.v; std::puts(e.w.name); }
#pragma splice func Everything
void f(int* p, int n) {
#pragma splice step Everything
  {
    show(p, {n});  // error: a default member initializer
    int m = n;
    tell(p, {m});  // error: a default member initializer
  }
}
int main() {
  int a[4] = {};
#pragma splice try(4)
  for (int i = 0; i < 2; ++i) {
    f(a, i);
    show(a, {i});  // error: a default member initializer
  }
}
