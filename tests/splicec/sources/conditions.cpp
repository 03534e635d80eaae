// SPDX-License-Identifier: Apache-2.0

// Conditions of the preprocessor. The test also compiles the translation with other macros.
#include <cstdio>

#ifdef FAST
constexpr int factor = 3;
#elif defined(SLOW)
constexpr int factor = 2;
#endif

#ifndef FAST
  #ifndef SLOW
constexpr int factor = 1;
  #endif
#endif

#pragma splice func Writes(range(o, o + 8))

void f(double* o, int k) {
#if defined(FAST)
  for (int i = 0; i < 8; ++i) {
    o[i] += k;
  }
#else
  #if defined(SLOW)
  o[0] = 1;
  #endif
  #pragma splice step Writes(range(o, o + 8))
  for (int i = 0; i < 8; ++i) {
    o[i] = o[i] * 3 + k;
  #ifndef SLOW
    o[i] -= 1;
  #endif
  }
#endif
}

int main() {
  double o[8] = {0};
  double* p = o;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    f(p, t * factor);
  }
  for (const double v : o) {
    std::printf("%g ", v);
  }
  std::printf("at line %d\n", __LINE__);
}
