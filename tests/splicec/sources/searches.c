// SPDX-License-Identifier: Apache-2.0

/* Functions of C that C++ declares twice, with const and without. */
#include <stdio.h>
#include <string.h>

static char text[100];

#pragma splice func Writes(range(to, to + n))

void search(const char* from, char* to, long n) {
#pragma splice step Writes(range(to, to + n))
  for (long i = 0; i < n; ++i) {
    const char* found = strchr(from, 'a' + (int)i % 20);
    char* last = strrchr(to, 3);
    to[i] += found ? *found + (found - from) : 1;
    if (last) {
      *last = 2;
    }
    if (strstr(from, "cd") != NULL && strpbrk(strchr(from, 'b'), "xyz") == NULL) {
      to[i]++;
    }
    found = (const char*)memchr(from, 'h', 8);
    to[i] += *found - *(char*)strchr("hatch", 'a');
  }
}

int main(void) {
  char* p = text;
  long sum = 0;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    search("abcdefgh", p, 100);
  }
  for (int i = 0; i < 100; i++) {
    sum = (sum * 31 + text[i]) % 1000003;
  }
  printf("%ld %d %d %d and some more\n", sum, text[3], text[17], text[99]);
  return 0;
}
