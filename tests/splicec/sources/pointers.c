// SPDX-License-Identifier: Apache-2.0

/* Conversions from void* to other pointers, which C++ does not make by itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEW(n) malloc((n) * sizeof(double))

struct grid {
  double* cells;
  int (*rows)[4];
  struct grid* next;
};

typedef double row[8];

static void* same(void* p) {
  return p;
}

static int compare(const void* a, const void* b) {
  const double *one = a, *other = b;
  return (*one > *other) - (*one < *other);
}

static struct grid* made(int n, struct grid* next) {
  struct grid* it = calloc(1, sizeof *it);
  struct grid with = {calloc(n, sizeof(double)), malloc(4 * sizeof(int)), next};
  it->cells = n > 3 ? with.cells : same(with.cells);
  it->rows = ((void)with.rows, same(with.rows));
  it->next = with.next;
  memset(it->rows, 0, 4 * sizeof(int));
  return same(it);
}

static double first(const double* of) {
  return of == NULL ? 3 : of[0];
}

#pragma splice func Reads(range(from, from + n)) Writes(range(to, to + n))

void smooth(const double* from, double* to, int n) {
#pragma splice step Reads(range(from, from + n)) Writes(range(to, to + n))
  for (int i = 0; i < n; i++) {
    const void* place = from + i;
    const double* here = place;
    double* copy = malloc(sizeof(double));
    row* none = 0;
    *copy = *here + first(place) + first(0) + (none == NULL);
    to[i] = (*copy + from[(i + 1) % n]) / 4;
    free(copy);
  }
}

int main(void) {
  int n = 200;
  struct grid* all = made(n, made(2, NULL));
  double *a = all->cells, *b = NEW(n), *end = NULL;
  double sum = 0;
  int (*order)(const void*, const void*) = compare;
  void* any = b;
  b = any;
  memset(b, 0, n * sizeof *b);
  a[3] = 50;
#pragma splice try(4)
  for (int t = 0; t < 10; t++) {
    double* other = a;
    smooth(a, b, n);
    a = b;
    b = other;
  }
  qsort(a, n, sizeof *a, order);
  for (int i = 0; i < n; i++) {
    sum = sum * 0.9 + a[i] - b[i];
  }
  printf("%.17g %.17g %d\n", sum, a[n / 2], end == NULL && all->next->next == NULL);
  return 0;
}
