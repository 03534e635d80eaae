// SPDX-License-Identifier: Apache-2.0
// A variable hides the name of its type, which a conversion from void* needs.
#include <stdio.h>
#include <stdlib.h>

typedef struct node node;

struct node {
  double value;
  node* next;
};

#pragma splice func Writes(range(p, p + n))

void add(double* p, long n, double v) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) {
    p[i] = p[i] * 0.5 + v + (double)i;
  }
}

int main(void) {
  node* node = malloc(sizeof *node);
  node->value = 3;
  node->next = NULL;
  double* p = calloc(10, sizeof *p);
  const double v = node->value;
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    add(p, 10, v + t);
  }
  for (int i = 0; i < 10; ++i) {
    printf("%.17g ", p[i]);
  }
  printf("\n");
  free(node);
  free(p);
  return 0;
}
