/* SPDX-License-Identifier: Apache-2.0 */
/* Conditional expressions of string literals, which have other types in C++; builtins that headers
   of the library use first; functions with a variable number of arguments. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static double a[100];

static int printed(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int count = vprintf(format, list);
  va_end(list);
  return count;
}

static const char* name_of(int k) {
  return k % 2 ? "odd" : "one";
}

#pragma splice func Writes(range(a + lo, a + hi))

static void add(int lo, int hi) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (int i = lo; i < hi; i++) {
    a[i] += __builtin_popcount((unsigned)i) + (double)strlen(i % 3 ? "long" : "longer");
  }
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 20; t++) {
    add(t, t + 40);
  }
  for (int i = 0; i < 70; i++) {
    printf("%g%s", a[i], i % 10 == 9 ? "\n" : ", ");
  }
  printf("%zu %zu\n", sizeof(a[0] > 1 ? "yes" : "of course"), strlen(name_of(3)));
  return printed("%d %s\n", __builtin_clz(3u), name_of(2)) == 0;
}
