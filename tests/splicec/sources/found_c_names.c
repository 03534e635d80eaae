// SPDX-License-Identifier: Apache-2.0

// Names that macros, declarations without parameters and constants give, and that other sources
// and assembly know.
#include <stdbool.h>
#include <stdio.h>

static long sums[4];

double sqrt(double);

#define DEFINE(name) \
  int name(int x) {  \
    return x + 3;    \
  }
#define DECLARE(name) int name(int x)
#define CONSTANT(name, value) const int name = value
#define TWO                \
  int one_of_two(void) {   \
    return 1;              \
  }                        \
  int other_of_two(void) { \
    return 2;              \
  }

DEFINE(by_macro)
DECLARE(declared_by_macro);

DECLARE(head_by_macro) {
  return x + 4;
}

CONSTANT(constant_by_macro, 3);

TWO

    int
    declared_by_macro(int x) {
  return x + 5;
}

enum { one = 1, two } state = two;

struct {
  int a, b;
} settings = {7, 8}, *current = &settings;

const int row[2] = {1, 2}, rows[1][2] = {{3, 4}};
const bool yes = true;
int plain = 3;
const int beside = 4, *const to_plain = &plain;

const struct pair {
  int a, b;
} both = {5, 6};

const int* restrict const restricted = &beside;
_Alignas(64) const int aligned = 8;
const int mixed = 9, *function_beside(void);

const int* function_beside(void) {
  return &mixed;
}

#define AS(name) __asm__(#name) __attribute__((weak))

extern int by_macro_too(int) AS(by_macro);
extern int declared_by_macro_too(int) AS(declared_by_macro);
extern int head_by_macro_too(int) AS(head_by_macro);
extern const int constant_by_macro_too AS(constant_by_macro);
extern int one_of_two_too(void) AS(one_of_two);
extern int other_of_two_too(void) AS(other_of_two);
extern int state_too AS(state);
extern struct pair settings_too AS(settings);
extern const int row_too[2] AS(row);
extern const int rows_too[1][2] AS(rows);
extern const bool yes_too AS(yes);
extern const struct pair both_too AS(both);
extern const int* const restricted_too AS(restricted);
extern const int aligned_too AS(aligned);
extern const int mixed_too AS(mixed);

#pragma splice func Writes(range(p, p + 1))

void add(long* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  {
    *p = *p * 3 % 10007 + (long)sqrt(n) + (by_macro_too ? by_macro_too(n) : 1000);
    *p += declared_by_macro_too ? declared_by_macro_too(n) : 1001;
    *p += head_by_macro_too ? head_by_macro_too(n) : 1002;
    *p += one_of_two_too && other_of_two_too ? one_of_two_too() + other_of_two_too() : 1003;
    *p += (n > 4 ? by_macro : head_by_macro)(n);
  }
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    add(sums + t % 2, t);
  }
  printf("the sums are %ld %ld\n", sums[0], sums[1]);
  printf("%d %d %d\n",
         &constant_by_macro_too ? constant_by_macro_too : 0,
         row_too ? row_too[1] : 0,
         rows_too ? rows_too[0][1] : 0);
  printf("%d %d %d\n",
         &yes_too ? yes_too : -1,
         &both_too ? both_too.b : 0,
         &restricted_too ? *restricted_too : 0);
  printf("%d %d %d %d\n",
         &aligned_too ? aligned_too : 0,
         &mixed_too ? mixed_too : 0,
         *function_beside(),
         *to_plain);
  printf("%d %d %d\n", &state_too ? state_too : 0, &settings_too ? settings_too.b : 0, current->a);
  return 0;
}
