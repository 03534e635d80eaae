// SPDX-License-Identifier: Apache-2.0

// Functions that macros make from their arguments and in lists, inline functions that a declaration
// makes known to other sources, and constants behind attributes.

// clang-format off
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static long sums[4];

#define DEFINE_SUM(T) T sum_##T(T x) { return x + 3; }
DEFINE_SUM(int)
DEFINE_SUM(long)

#define LIST(F) F(red) F(green) F(blue)
#define GETTER(name) int get_##name(void) { return sizeof #name; }
#define SETTING(name) struct { int value; } name##_setting = {sizeof #name};
#define PROTOTYPE(name) int twice_##name(int x);
LIST(GETTER)
LIST(SETTING)
LIST(PROTOTYPE)
#define ID(x) x
#define TWICE(name) int twice_##name(int x) { return 2 * x; }
ID(TWICE(red))
TWICE(green) TWICE(blue)

#define API __attribute__((visibility("default")))
API int exported(int x);
API int exported(int x) { return x + 4; }

inline int known_inline(int x) { return x + 5; }
extern inline int known_inline(int x);
int also_known(int x);
inline int also_known(int x) { return x + 6; }

[[gnu::aligned(64)]] const int first = 3, *const to_first = &first;
alignas(64) const int second = 4;
#define CACHE_LINE _Alignas(64)
CACHE_LINE const int third = 5;
#define TWO const int fourth = 6; const int fifth = 7
TWO;
#define FLAG(name, value) bool const name = value
FLAG(quiet, 1);
#define LIKE(name, other, value) const __typeof__(other) name = value;
LIKE(sixth, fifth, 8)

#define AS(name) __asm__(#name) __attribute__((weak))
extern int sum_int_too(int) AS(sum_int);
extern long sum_long_too(long) AS(sum_long);
extern int get_blue_too(void) AS(get_blue);
extern int green_setting_too AS(green_setting);
extern int twice_blue_too(int) AS(twice_blue);
extern int exported_too(int) AS(exported);
extern int known_inline_too(int) AS(known_inline);
extern int also_known_too(int) AS(also_known);
extern const int first_too AS(first);
extern const int second_too AS(second);
extern const int third_too AS(third);
extern const int fifth_too AS(fifth);
extern const bool quiet_too AS(quiet);
extern const int sixth_too AS(sixth);

#pragma splice func Writes(range(p, p + 1))
void add(long *p, int n) {
#pragma splice step Writes(range(p, p + 1))
  {
    *p = *p * 3 % 10007 + (sum_int_too ? sum_int_too(n) : 1000);
    *p += sum_long_too ? sum_long_too(n) : 1001;
    *p += get_blue_too ? get_blue_too() : 1002;
    *p += twice_blue_too ? twice_blue_too(n) : 1003;
    *p += exported_too ? exported_too(n) : 1004;
    *p += known_inline_too ? known_inline_too(n) : 1005;
    *p += also_known_too ? also_known_too(n) : 1006;
  }
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 9; t++) add(sums + t % 2, t);
  printf("the sums are %ld %ld\n", sums[0], sums[1]);
  printf("%d %d %d\n", &green_setting_too ? green_setting_too : 0, &first_too ? first_too : 0,
         &second_too ? second_too : 0);
  printf("%d %d %d\n", &third_too ? third_too : 0, &fifth_too ? fifth_too : 0, *to_first);
  printf("%d %d\n", &quiet_too ? quiet_too : -1, &sixth_too ? sixth_too : 0);
  printf("%d %d\n", (int)((uintptr_t)&first % 64), (int)((uintptr_t)&to_first % 64));
  printf("%d\n", twice_red(3) + get_red() + get_green() + red_setting.value + fourth);
  return 0;
}
