// SPDX-License-Identifier: Apache-2.0

// Structured bindings that outlive a call, which OUT would have twice.

// clang-format off
#include <cstdio>
struct two { long a, b; };
static long m[8];
#pragma splice func Everything
void f(long* p, long t) {
#pragma splice step Everything
  {
    static auto [u, v] = two{3, 4};  // error: v.' would be two variables
    p[0] += t + u++ + v;
    struct counter {
      static long next() {
        static auto [x, y] = two{3, 4};  // error: y.' would be two
        return x++ + y;
      }
    };
    p[0] += counter::next();
    const auto inside = [] {
      static const auto [x, y] = two{3, 4};  // error: y.' would be two
      return x + y;
    };
    p[0] += inside();
    auto [w, z] = two{t, 4};
    p[0] += w + z;
  }
}
int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) { f(m + t % 4, t); }
  std::printf("%ld\n", m[0]);
}
