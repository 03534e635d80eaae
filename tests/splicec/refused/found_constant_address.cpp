// SPDX-License-Identifier: Apache-2.0

// A constant of the function is at one address for plain calls and at another for spliced ones.
#include <cstdio>

long a[64];
const void* last;
long changes;

long sum_of(const long* from, long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) {
    sum += from[i];
  }
  return sum;
}

#pragma splice func Everything

void f(long* p, long n) {
  static const long seven = 7;
  static const long table[] = {1, 2, 3};
#pragma splice step Everything
  {
    changes += last != &seven;  // error: 'seven' would be two variables at two addresses
    last = &seven;              // error: 'seven' would be two variables at two addresses
    last = table;               // error: 'table' would be two variables at two addresses
    changes += last == table;   // error: 'table' would be two variables at two addresses
    p[n] += seven * table[n & 1] + sum_of(table, 3);
  }
}

int main() {
  f(a, 3);
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    f(a, t);
  }
  std::printf("%ld %ld\n", a[0], changes);
}
