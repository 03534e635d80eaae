// SPDX-License-Identifier: Apache-2.0

// Bit-fields and classes without names, characters that are integers in C, functions of the source
// that have names of the system's.
// clang-format off
#include <stdio.h>
#include <stdlib.h>
#include <uchar.h>
#include <wchar.h>

static long sums[4];

struct bits {
  unsigned char mode : 2;
  unsigned char : 3;
  unsigned char z : 3;
  int : 0;
  unsigned last : 2, : 3, other : 3;
};

struct outer {
  _Bool is_set; struct { int x; } in;
};

static int total(const int* restrict p) { struct { int s; } r = {0}; r.s = p[0]; return r.s; }

static int length(const wchar_t* text) {
  int n = 0;
  while (*text++) {
    n++;
  }
  return n;
}

static int length16(const char16_t* text) {
  return text[0] != 0 ? 1 + length16(text + 1) : 0;
}

long dup(long x) {
  return x + 2;
}

#pragma splice func Writes(range(p, p + 1))

void add(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  {
    const struct bits all = {1, 2, 3, 4};
    *p = (*p * 7 + n + all.z + all.other) % 1000003;
  }
}

int main(void) {
  const int numbers[2] = {1, 2};
  struct outer x = {1, {2}};
  wchar_t wide[8];
#pragma splice try(4)
  for (int t = 0; t < 20; t++) {
    add(sums + t % 3, t);
  }
  printf("the sums are %ld %ld %ld\n", sums[0], sums[1], sums[2]);
  const size_t converted = mbstowcs(wide, "abc", 8);
  printf("%zu %d\n", converted, (int)wide[1]);
  printf("%d %d %d\n", length(L"abc"), length16(u"abcd"), wide[0] == L'a');
  printf("%d %d %zu %ld\n", total(numbers), x.in.x, sizeof(struct bits), dup(3L));
  return 0;
}
