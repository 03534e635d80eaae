// SPDX-License-Identifier: Apache-2.0
// Variables hide the names of types that have no tag, which conversions from void* need.
#include <stdio.h>
#include <stdlib.h>

typedef long size;

typedef enum kind { one, two } kind;

typedef struct {
  long value;
} plain;

static long m[8];

#pragma splice func Everything

void f(long* p, size size, long t) {
#pragma splice step Everything
  {
    typeof(t)* made = malloc(sizeof *made);
    *made = size;
    p[0] = (p[0] * 3 + *made + t) % 10007;
    free(made);
  }
}

int main(void) {
  size* size = malloc(sizeof *size);
  kind* kind = malloc(sizeof *kind);
  plain* plain = malloc(sizeof *plain);
  free(plain);
  plain = malloc(sizeof *plain);
  *size = 4;
  *kind = two;
  plain->value = 5;
  const long sum = *size + (int)*kind + plain->value;
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, sum, t);
  }
  printf("the four sums: %ld %ld %ld %ld\n", m[0], m[1], m[2], m[3]);
  return 0;
}
