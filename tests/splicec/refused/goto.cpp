// SPDX-License-Identifier: Apache-2.0
static double data[100];

#pragma splice func Everything

void again(int n) {
  int i;
#pragma splice step Everything  // error: a step begins behind the label of its statement
before:
  data[n] = 1;
from_the_start:
#pragma splice step Writes(range(data, data + n))
  for (i = 0; i < n; ++i) {
    data[i] = i;
  }
  if (--n > 3) {
    goto from_the_start;  // error: goto is not followed here
  }
}
