// SPDX-License-Identifier: Apache-2.0

// Defaults that name the caller through macros, calls, constructors, operators, members of arrays.
// clang-format off
#include <array>
#include <cstdio>
#include <source_location>
#include <vector>

#define HERE __builtin_FUNCTION()
#define WHERE std::source_location::current()
#define JOIN(a, b) a##b

struct named { const char* f = __builtin_FUNCTION(); };
struct place { const char* f; place(const char* x = HERE) : f(x) {} };
static void a_of(long n, const char* f) { std::printf("%ld %s", n, f); }
struct logger { void operator()(long n, const char* f = HERE) const { a_of(n, f); } };
template <class T> struct box { T v; };
static constexpr logger log_of;
static const char* me(const char* f = __builtin_FUNCTION()) { return f; }
static void by_call(const char* f = me()) { std::puts(f); }
static void by_macro(const char* f = HERE) { std::puts(f); }
static void by_place(const char* f = WHERE.function_name()) { std::puts(f); }
static void by_object(place w = {}) { std::puts(w.f); }
static void by_pasted(const char* f = JOIN(__builtin_, FUNCTION)()) { std::puts(f); }
static void declared(const char* f = HERE);
static void declared(const char* f) { std::puts(f); }
template <class T> void by_template(T v, const char* f = me()) { std::printf("%ld %s", v, f); }
static void plain(long n, long m = 3, int line = __builtin_LINE()) { a_of(n + m + line, ""); }

#pragma splice func Everything
void f(long* p, long n) {
#pragma splice step Everything
  {
    log_of(n);       // error: a default argument would be another place in a step
    by_call();       // error: a default argument would be another place in a step
    by_macro();      // error: a default argument would be another place in a step
    by_place();      // error: a default argument would be another place in a step
    by_object();     // error: a default argument would be another place in a step
    by_pasted();     // error: a default argument would be another place in a step
    declared();      // error: a default argument would be another place in a step
    by_template(n);  // error: a default argument would be another place in a step
    const std::array<named, 2> x{};  // error: a default member initializer
    const box<named> y{};            // error: a default member initializer
    p[0] += x[1].f[0] + y.v.f[0];
  }
#pragma splice step Everything
  {
    log_of(n, "f");
    by_call("f");
    by_template(n, "f");
    plain(n);
    const std::vector<named> z(3);
    p[1] += z[1].f[0];
  }
}

long a[64];

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    f(a, t);
    by_macro();  // error: a default argument would be another place in a step
  }
}
