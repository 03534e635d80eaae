// SPDX-License-Identifier: Apache-2.0
static double data[100];

// What Clang says to the translation, at the places of the source.
#pragma splice func Writes(range(data, data + unknown))  // error: undeclared identifier 'unknown'

void effect(int n) {
#pragma splice step over(i) slice(4) \
    Writes(range(data + i.begin, data + i.last))  // error: no member named 'begin'
  for (int i = 0; i < n; ++i) {
    data[i] = 1;
  }
#pragma splice step Writes(n)  // error: 'writes'; an effect is made of regions of one type, and a
  data[1] = 2;
#pragma splice step Reads(data, data + n)  // error: call to 'reads'; an effect is made of regions
  data[1] = 2;
#pragma splice step Writes(box<1>{})  // error: regions of another type than --effect or
  data[1] = 2;
#pragma splice step Writes(range(data, n))  // error: 'range'; range\(p, p \+ n\) goes from p to
  data[1] = 2;
}
