// SPDX-License-Identifier: Apache-2.0

// Functions of C that end without a value.
#pragma GCC diagnostic ignored "-Wreturn-type"
#include <stdio.h>
#include <stdlib.h>

struct pair {
  int first;
  double second;
};

enum sign { minus, plus };

static int note(int k, double v) {
  printf("note %d %g\n", k, v);
}

static int find(int k) {
  if (k > 2) {
    return k;
  } else if (k < -100) {
    exit(1);
  }
}

static struct pair pair_of(int k) {
  switch (k) {
    case 1:
      return (struct pair){k, 0.5};
    case 2:
      printf("two\n");  // a comment at the end
  }
}

static const char* name_of(enum sign s) {
  switch (s) {
    case minus:
      return "-";
    case plus:
      return "+";
  }
  // neither
}

static int last(int k) {
  while (k > 0) {
    if (k == 7) {
      return 7;
    }
    --k;
  }
}

#pragma splice func Writes(range(o, o + 8))

void add(double* o, double v) {
#pragma splice step Writes(range(o, o + 8))
  for (int i = 0; i < 8; ++i) {
    o[i] = o[i] * 0.5 + v;
  }
}

#pragma splice func Everything

void f(double* o, int k) {
#pragma splice step Everything
  {
    note(k, o[1]);
    int r = 0;
    if (k > 2) {
      r = find(k);
    } else {
      find(k);
    }
    if (k == 1) {
      r += pair_of(k).first;
    } else {
      pair_of(k);
    }
    name_of((enum sign)k);
    last(k);
    o[0] += r;
  }
}

int main(void) {
  double o[8] = {0};
  double* p = o;
#pragma splice try(4)
  for (int t = 0; t < 9; ++t) {
    f(p, t);
    add(p, 1);
  }
  for (int i = 0; i < 8; i++) {
    printf("%g ", o[i]);
  }
  puts(name_of(plus));
}
