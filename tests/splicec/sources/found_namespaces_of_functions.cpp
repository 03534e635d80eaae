// SPDX-License-Identifier: Apache-2.0

// Names in a static function, and those that the types of its arguments find, are looked up in the
// namespace of the function, not in an unnamed one.

// clang-format off
#include <cstdio>
static long cells[8];
namespace { [[maybe_unused]] long scaled(long x) { return x * 2; } }
long scaled(int x) { return x * 5; }
namespace library {
template <class T> long weight(T, ...) { return 1; }
template <class T> long weight_of(T of) { return weight(of, 0); }
}  // namespace library
template <class T> long weight(T, int) { return 2; }
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 3 % 1009 + scaled(n);
}
extern "C" {
#pragma splice func Writes(range(p, p + 1))
static void g(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  {
    struct local { int v; };
    *p = *p * 7 % 1013 + library::weight_of(local{n});
  }
}
}
namespace inner {
static long scaled(int x) { return x * 11; }
namespace {
#pragma splice func Writes(range(p, p + 1))
void h(long* p, int n);
}
long f_of = 3;
}  // namespace inner
#pragma splice func Writes(range(p, p + 1))
static void f_of(long* p, int n = 4) {
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 13 % 1019 + scaled(n) + inner::f_of;
}
namespace inner { namespace {
void h(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  *p = *p * 5 % 1021 + scaled(n);
}
} }
int main() {
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    f(cells, t);
    g(cells + 1, t);
    inner::h(cells + 2, t);
    f_of(cells + 3);
    f_of(cells + 3, t);
  }
  for (int i = 0; i < 4; ++i) {
    std::printf("cell %d is %ld, ", i, cells[i]);
  }
}
