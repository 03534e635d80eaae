// SPDX-License-Identifier: Apache-2.0

/* Bounds that are enumerators, rows of arrays, statements that end in macros, ctype.h. */
#include <ctype.h>
#include <stdio.h>

#define VALUE(x) x
#define HALF(x) VALUE(0.5 * (x))

enum { rows = 40, columns = 30 };

static double table[rows][columns];
static char text[rows];

#pragma splice func Writes(range(table[0], table[0] + rows * columns))

void relax(int p) {
#pragma splice step over(i) slice(8) Reads(range(table[p], table[p + 1])) \
    Writes(range(table[i.first], table[i.last]))
  for (int i = p + 1; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      table[i][j] = table[i][j] - table[p][j] / VALUE(9.0);
    }
  }
#pragma splice step Writes(range(table[p], table[p + 1]))
  table[p][0] = 1 + HALF(table[p][1]);
}

#pragma splice func Reads(range(from, from + columns)) Writes(range(to, to + columns))

void add(const double* from, double* to) {
#pragma splice step over(i) slice(16) Reads(range(from + i.first, from + i.last)) \
    Writes(range(to + i.first, to + i.last))
  for (int i = 0; i < columns; i++) {
    to[i] += from[i];
  }
}

#pragma splice func Writes(range(s, s + n))

void upper(char* s, int n) {
#pragma splice step Writes(range(s, s + n))
  for (int i = 0; i < n; i++) {
    s[i] = isalpha((unsigned char)s[i]) ? toupper((unsigned char)s[i]) : 'a' + i % 26;
  }
}

int main(void) {
  char* const p = text;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) {
      table[i][j] = (i * 7 + j * 3) % 11 + 0.25 * (i == j);
    }
  }
#pragma splice try(4)
  for (int k = 0; k < rows - 1; ++k) {
    relax(k);
    add(table[k % 8], table[k % 8 + 9]);
    upper(p, rows - 1);
  }
  for (int i = 0; i < rows; i += 3) {
    printf("%.17g %.17g %c\n", table[i][0], table[i][i % columns], text[i] ? text[i] : '-');
  }
  return 0;
}
