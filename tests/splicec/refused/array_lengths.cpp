// SPDX-License-Identifier: Apache-2.0
static double data[100];

#pragma splice func Everything

void count(int t) {
#pragma splice step Everything
  data[t] += 1;
}

#pragma splice func Everything

void lengths(int t) {
  int n = 2, k = 3, unchanged = 4;
#pragma splice step Everything
  {
    data[1] = sizeof(int[n++]);
    int some[k++];
    some[0] = 1;
    data[2] = some[0] + sizeof(int[unchanged]) + sizeof(unchanged);
  }
  count(n);  // error: this uses 'n' after a step has changed it
  count(k);  // error: this uses 'k' after a step has changed it
  count(unchanged);
}
