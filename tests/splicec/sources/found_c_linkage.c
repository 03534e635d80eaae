// SPDX-License-Identifier: Apache-2.0

// Functions that assembly, other names and the linker know by their names in C.
#include <stddef.h>
#include <stdio.h>

static long sums[4];

extern void* malloc_of_nobody(size_t) __attribute__((weak));
int from_assembly(void);
extern const char* gnu_get_libc_version(void);
__attribute__((weak)) int hook(void);
__asm__(".globl from_assembly\n.weak hook\nfrom_assembly:\nhook:\n  ret\n");

extern int other_name(int) __attribute__((alias("real_name")));

int real_name(int x) {
  return x + 1;
}

struct pair {
  int one, two;
};

struct pair first_of(struct pair all), second_of(struct pair all);

struct pair first_of(struct pair all) {
  all.two = 0;
  return all;
}

__attribute__((noinline)) int apply(int (*function)(int), int x) {
  return function(x);
}

static int in_block(int x) {
  int declared_inside(int);
  return declared_inside(x) + 1;
}

int declared_inside(int x) {
  return 2 * x;
}

inline static int small(int x) {
  return x / 2;
}

_Noreturn void stops(void);

const int known = 7;

#pragma splice func Writes(range(p, p + 1))

void add(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  *p = (*p * 7 + n + known) % 1000003;
}

#pragma splice func Writes(range(p, p + 1))

extern void later(long* p, long n);

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 20; t++) {
    add(sums + t % 3, t);
    later(sums + t % 2, t);
  }
  printf("the sums are %ld %ld %ld\n", sums[0], sums[1], sums[2]);
  printf("%d %d %d\n", malloc_of_nobody == NULL, hook != NULL, from_assembly == hook);
  printf("%d %d\n", gnu_get_libc_version()[0] != 0, other_name(4));
  printf("%d %d %d\n", first_of((struct pair){1, 2}).one, apply(real_name, 4), in_block(small(9)));
  return 0;
}

void later(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  *p = (*p * 3 + n) % 1000003;
}

void stops(void) {
  for (;;) {
  }
}
