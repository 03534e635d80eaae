// SPDX-License-Identifier: Apache-2.0

// Conditions with names that macros make by ##.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CONFIG_FAST 1
#define ENABLED(name) JOIN(CONFIG_, name)
#define UNDERSCORE _

static double data[64];

#if ENABLED(FAST)
constexpr int one = 1;
#endif

#if JOIN(_, _OPTIMIZE__)  // error: this condition depends on the compiler or its flags
constexpr int two = 2;
#else
constexpr int two = 3;
#endif

#if JOIN(UNDERSCORE, _NO_INLINE__)  // error: this condition depends on the compiler or its flags
constexpr int three = 2;
#else
constexpr int three = 3;
#endif

#if JOIN(_, _clang__)  // error: this condition depends  // error: one of GCC and Clang alone
constexpr int four = 2;
#else  // error: one of GCC and Clang alone compiles this part
constexpr int four = 3;
#endif

#pragma splice func Writes(range(p, p + 8))

void add(double* p, int n) {
#pragma splice step Writes(range(p, p + 8))
  p[0] += one + two + three + four + n;
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    add(data, t);
  }
}
