// SPDX-License-Identifier: Apache-2.0

// Pointers to members and to functions have types that contain others.

// clang-format off
#include <array>
#include <cstdio>
#include <utility>
static long cells[8];
template <class T> long calls_for(T) { static long calls; return ++calls; }
template <class T> long calls_of() { static long calls; return ++calls; }
template <class T> struct counts { static inline long calls; long next() { return ++calls; } };
template <auto> long calls_with() { static long calls; return ++calls; }
struct outside {};
#pragma splice func Everything
void f(long* p, int n) {
#pragma splice step Everything
  {
    struct local { int v; void run() {} struct inner {}; };
    p[0] += calls_for(&local::v);  // error: 'calls_for' may have variables for each type
    p[0] += calls_for(&local::run);  // error: 'calls_for' may have variables for each type
    p[0] += calls_of<int local::*>();  // error: 'calls_of' may have variables for each type
    p[0] += calls_of<int local::inner::*>();  // error: 'calls_of' may have variables
    p[0] += calls_of<std::pair<int local::*, int>>();  // error: 'calls_of' may have variables
    p[0] += calls_of<std::array<int local::*, 2>>();  // error: 'calls_of' may have variables
    p[0] += calls_of<decltype(&local::v)>();  // error: 'calls_of' may have variables for each
    p[0] += calls_of<int (local::*)[3]>();  // error: 'calls_of' may have variables for each type
    p[0] += calls_of<int outside::* local::*>();  // error: 'calls_of' may have variables
    p[0] += calls_of<void (outside::*)(local)>();  // error: 'calls_of' may have variables
    p[0] += calls_of<void (*)(int local::*)>();  // error: 'calls_of' may have variables for each
    p[0] += counts<int local::*>{}.next();  // error: 'next' may have variables for each type
    p[0] += counts<int local::*>::calls++;  // error: 'calls' may have variables for each type
    p[0] += calls_with<static_cast<int local::*>(nullptr)>();  // error: may have variables
    p[0] += calls_for(static_cast<void (*)(local*)>(nullptr));  // error: 'calls_for' may have
    p[0] += calls_for(static_cast<local* (*)()>(nullptr));  // error: 'calls_for' may have
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
