// SPDX-License-Identifier: Apache-2.0
// What is one type in C and two in C++, and functions that headers choose by macros.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <wchar.h>

enum e { none, some };
static enum e one = none;
static enum e* first = &one;
#define CAST(q) ((unsigned*)(q))
typedef void function(unsigned*);

static void take(enum e* p) {
  *p = some;
}

static wchar_t wide[4];

#pragma splice func Everything

static void f(unsigned* p) {
#pragma splice step Everything
  p[0] += 1;
}

static void on_signal(int number) {
  (void)number;
}

int main(void) {
  unsigned* p = (unsigned*)&one;   // error: pointers to e and to unsigned int
  int* w = (int*)wide;             // error: pointers to wchar_t and to int
  int* v = (int*)(void*)&wide[1];  // error: pointers to wchar_t and to int
  char* c = (char*)wide;
  unsigned** pp = (unsigned**)&first;  // error: pointers to e \* and to unsigned int \*
  function* g = (function*)take;       // error: pointers to void \(e \*\) and to void
  g(*pp);
  signal(SIGUSR1, on_signal);  // error: __sysv_signal
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(t ? p : CAST(&one));  // error: pointers to e and to unsigned int
  }
  printf("%d %d %d %d %u\n", (int)one, *w, *v, *c, *p);
}
