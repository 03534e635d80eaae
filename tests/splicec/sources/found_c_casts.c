// SPDX-License-Identifier: Apache-2.0
// Conversions to pointers that are the same in C and in C++.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum e { none, some, more };

static double out[8];

#pragma splice func Writes(range(p, p + 4))

static void f(double* p, double n) {
#pragma splice step Writes(range(p, p + 4))
  for (int i = 0; i < 4; ++i) {
    p[i] = p[i] * 0.5 + i + n;
  }
}

static int less(const long* a, const long* b) {
  return *a < *b ? -1 : *a > *b;
}

int main(void) {
  long numbers[4] = {3, 1, 4, 1};

  enum e kinds[3] = {more, none, some};

  const uintptr_t address = (uintptr_t)numbers;
  const long* const same = (const long*)address;
  long* const nothing = (long*)0;
  void* const invalid = (void*)-1;
  const unsigned char* const bytes = (const unsigned char*)kinds;
  enum e* const again = (enum e*)(void*)kinds;
  qsort(numbers, 4, sizeof numbers[0], (int (*)(const void*, const void*))less);
#pragma splice try(4)
  for (int t = 0; t < 9; ++t) {
    f(out, t);
    f(out + 4, t + 1);
  }
  printf("%.17g %.17g %ld %d %d %d %d\n",
         out[3],
         out[4],
         same[0],
         nothing == NULL,
         invalid != NULL,
         bytes[0] + bytes[1] + bytes[2] + bytes[3],
         (int)again[2]);
}
