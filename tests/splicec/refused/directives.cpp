// SPDX-License-Identifier: Apache-2.0

// What cannot be written twice, or elsewhere.
static double data[100];

#define SIZE 10
#pragma splice func Writes(range(data, data + SIZE))
void early(int n);
#undef SIZE      // error: the macro 'SIZE' changes here
#define SIZE 20  // error: the macro 'SIZE' changes here, and the effect of this function is written

void early(int n) {
#pragma splice step Everything
  data[0] += n;
}

#define W 1
#pragma splice func Everything

void several(int n) {
#pragma splice step Everything
  data[0] += W * n;
#undef W
#define W 2  // error: the macro 'W' has several meanings in this function
#pragma splice step Everything
  data[1] += W;
#include "../inside.inc"  // error: #include stands in what is translated
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
#include "../inside.inc"  // error: #include stands in what is translated
    several(t);
  }
}
