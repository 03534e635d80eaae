// SPDX-License-Identifier: Apache-2.0

// Default member initializers that name a variable of each thread.

// clang-format off
#include <cstdio>
thread_local long own = 0;
static long given(long value = own) { return value; }
struct plain { long value = own; };
struct called { long a; long value = given(); };
struct made { made() {} plain inner; };
struct based : plain { long b = 2; };
struct rows { plain all[2]; };
template <class T> struct each { T value = static_cast<T>(own); };
struct other { long value = 3; };
static long m[8];
static plain known;
#pragma splice func Everything
void f(long* p, long t) {
#pragma splice step Everything
  {
    plain a;  // error: a default member initializer is a variable of each thread, and another
    called b{t};  // error: a default member initializer is a variable of each thread
    const made c;  // error: a default member initializer is a variable of each thread
    rows e{};  // error: a default member initializer is a variable of each thread
    each<long> g;  // error: a default member initializer is a variable of each thread
    p[0] += a.value + b.value + c.inner.value + e.all[1].value + g.value;
    p[0] += plain().value;  // error: a default member initializer is a variable of each thread
    p[0] += plain{}.value;  // error: a default member initializer is a variable of each thread
    delete new plain;  // error: a default member initializer is a variable of each thread
    plain h[2];  // error: a default member initializer is a variable of each thread
    h[0] = known;
    plain copy = known;
    p[0] += copy.value + other().value + h[0].value;
  }
#pragma splice step Everything
  { based d; p[0] += d.value; }  // error: a default member initializer is a variable of each thread
}
int main() {
  plain before;
  const auto makes = [] { return plain().value; };
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t);
    plain after;  // error: a default member initializer is a variable of each thread
    m[5] += after.value + before.value;
    m[6] += makes();  // error: 'makes' uses a variable of each thread
  }
  std::printf("%ld\n", m[0]);
}
