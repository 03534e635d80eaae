/* SPDX-License-Identifier: Apache-2.0 */
/* Alignments behind other words of their declarations, where C++ does not allow them. */
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>

struct padded {
  char c;
  const _Alignas(_Alignof(double)) char aligned;
  char _Alignas(32) far;
};

static _Alignas(64) double buffer[8];
#define ALIGNED static alignas(32) char
ALIGNED small[3];
static const unsigned _Alignas(1 << 6) table[2] = {1, 2};
_Alignas(16) char plain[2];
#pragma splice func Writes(range(to + low, to + high))

void fill(double* to, long low, long high, double start) {
  if (high - low > 1000) {
    long m = (low + high) / 2;
    fill(to, low, m, start);
    fill(to, m, high, start);
    return;
  }
#pragma splice step over(i) slice(256) Writes(range(to + i.first, to + i.last))
  for (long i = low; i < high; ++i) {
    static const _Alignas(64) int k[2] = {1, 2};
    to[i] += start * k[i & 1];
  }
}

static double a[1 << 13];

int main(void) {
  const long size = 1 << 13;
  double* p = a;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    fill(p, 0, size, 0.25);
  }
  printf("%.17g %.17g %zu %zu %zu %d\n",
         a[size / 2],
         a[3],
         _Alignof(struct padded),
         offsetof(struct padded, aligned),
         offsetof(struct padded, far),
         (int)table[1]);
  printf("%d %d %d %d\n",
         (int)((size_t)buffer % 64),
         (int)((size_t)small % 32),
         (int)((size_t)table % 64),
         (int)((size_t)plain % 16));
  return 0;
}
