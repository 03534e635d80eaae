// SPDX-License-Identifier: Apache-2.0

/* What means something else in C++. */
#include <math.h>
#include <stdlib.h>

enum kind { small, large };

static double data[100];

#pragma splice func Everything

void differs(double* o, int n) {
  const enum kind k = small;
#pragma splice step Everything
  o[0] += sizeof 'a';  // error: this is 4 in C and 1 in C\+\+
#pragma splice step Everything
  o[1] += sizeof(n > 3);  // error: this is 4 in C and 1 in C\+\+
#pragma splice step Everything
  if (k - 1 < 0) {  // error: compares other types in C // error: of type unsigned int in C and int
    o[2] += 1;
  }
#pragma splice step Everything
  o[3] += _Generic('a', int: 1, char: 2);  // error: _Generic chooses by types
#pragma splice step Everything
  o[4] += ((int[]){1, 2})[n & 1];  // error: an array without a name ends earlier in C\+\+
}

int main(void) {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    differs(data, t);
  }
  return 0;
}
