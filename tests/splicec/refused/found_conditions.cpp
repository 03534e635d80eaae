// SPDX-License-Identifier: Apache-2.0

// Conditions that the compiler may see otherwise than the translator.
#define OPTIMIZED __OPTIMIZE__

#ifndef _GNU_SOURCE
  #define _GNU_SOURCE
#endif

#ifdef __has_feature  // error: this condition depends on the compiler or its flags
constexpr int rounds = 3;
#else
constexpr int rounds = 4;
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(_WIN32)
constexpr int known = 1;
#else
constexpr int known = 2;
#endif

#ifdef __FAST_MATH__
  #pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#pragma splice func Writes(range(out, out + 4))

void add(double* out, long at) {
#pragma splice step Writes(range(out, out + 4))
  for (int i = 0; i < rounds; ++i) {
#if __has_builtin(__builtin_assume)  // error: this condition depends on the compiler or its flags
    out[i] += known;
#else
    out[i] -= known;
#endif
#if known == 0
    out[at] = 0;
#elif OPTIMIZED  // error: this condition depends on the compiler or its flags
    out[at] = 1;
#endif
  }
}
