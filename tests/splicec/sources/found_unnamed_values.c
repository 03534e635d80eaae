// SPDX-License-Identifier: Apache-2.0

// Arguments that are values without a name.
#include <stdio.h>

static double a[200];

struct span {
  int low, high;
};

#pragma splice func Writes(range(a + of.low, a + of.high))

static void add(struct span of, double factor) {
  if (of.high - of.low > 40) {
    add((struct span){of.low, of.low + 20}, factor);
    add((struct span){.low = of.low + 20, .high = of.high}, 2 * factor);
  }
#pragma splice step Writes(range(a + of.low, a + of.high))
  for (int i = of.low; i < of.high; ++i) {
    a[i] += factor * i;
  }
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    add((struct span){t, t + 100}, 0.5);
    const struct span own = {.low = 2, .high = 20 + t};
    add(own, t % 2 ? 0.25 : 0.75);
  }
  for (int i = 0; i < 200; i += 7) {
    printf("%a\n", a[i]);
  }
  return 0;
}
