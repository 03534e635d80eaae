// SPDX-License-Identifier: Apache-2.0

// Attributes of functions that steps would lose.

// clang-format off
#include <cstdio>
#define WRAPS __attribute__((optimize("wrapv")))
#define WITH(x) __attribute__((x))
static int m[8];
#pragma splice func Writes(range(p, p + 1))
__attribute__((optimize("wrapv"))) static void f(int* p, int n) {  // error: 'f' has
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 3 + (n + 1 > n);
}
static void g(int* p, int n) __attribute__((__optimize__("wrapv"), noinline));  // error: 'g'
static void g(int* p, int n);
#pragma splice func Writes(range(p, p + 1))
static void g(int* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 3 + (n + 1 > n);
}
#pragma splice func Writes(range(p, p + 1))
[[gnu::hot, gnu::optimize("fast-math")]] static void h(int* p, int n) {  // error: 'h' has
#pragma splice step Writes(range(p, p + 1))
  *p += n;
}
#pragma splice func Writes(range(p, p + 1))
WRAPS static void i(int* p, int n) {  // error: 'i' has the attribute optimize
#pragma splice step Writes(range(p, p + 1))
  *p += n;
}
#pragma splice func Writes(range(p, p + 1))
WITH(weak) void j(int* p, int n) {  // error: 'j' has the attribute weak
#pragma splice step Writes(range(p, p + 1))
  *p += n;
}
#pragma splice func Writes(range(p, p + 1))
[[gnu::target_clones("avx2", "default")]] void k(int* p, [[maybe_unused]] int n) {  // error: 'k'
#pragma splice step Writes(range(p, p + 1))
  *p += n;
}
#pragma splice func Writes(range(p, p + 1))
WITH(noinline) [[using gnu: cold, nonnull(1)]] void fine(int* p, int n __attribute__((unused))) {
#pragma splice step Writes(range(p, p + 1))
  *p += 3;
}
[[gnu::optimize("wrapv")]] static void all() {  // error: 'all' has the attribute optimize
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(m, t); g(m, t); h(m, t); i(m, t); j(m, t); k(m, t); fine(m, t); }
}
int main() {
  all();
  const auto inside = []() __attribute__((optimize("wrapv"))) {  // error: of a lambda
#pragma splice try(4)
    for (int t = 0; t < 3; ++t) { fine(m, t); }
  };
  inside();
  std::printf("%d\n", m[0]);
}
