// SPDX-License-Identifier: Apache-2.0

// Values that other code assigns on each way from the step that changes them to their use.
// clang-format off
#include <cstdio>

static int data[8];

#pragma splice func Everything
void use(int* p, int x) {
#pragma splice step Everything
  { p[0] = p[0] * 3 % 1009 + x; }
}

#pragma splice func Everything
void returns(int* p, int n) {
  int x = n;
  if (n == 2) {
#pragma splice step Everything
    { x = 7; p[1] += x; }
    return;
  }
  use(p, x);
}

#pragma splice func Everything
void all_branches(int* p, int n) {
  int x = n;
#pragma splice step Everything
  { x = 7; p[2] += x; }
  if (n > 2) x = 3; else x = 4;
  use(p, x);
#pragma splice step Everything
  { x = 8; p[2] += x; }
  switch (n) {
    case 1: x = 5; break;
    default: x = 6;
  }
  use(p, x);
}

#pragma splice func Everything
void loops(int* p, int n) {
  int x = n;
  for (int i = 0; i < n; ++i) {
    x = i;
    switch (i) {
      case 1:
#pragma splice step Everything
        { x = 5; p[3] += x; }
        continue;
      default: break;
    }
    use(p, x);
  }
  for (;;) {
#pragma splice step Everything
    { x = 9; p[4] += x; }
    if (n > 2) { x = 1; break; }
    x = n++;
  }
  use(p, x);
#pragma splice step Everything
  { x = 3; p[5] += x; }
  for (x = 0; x < 3; ++x) { use(p, x); }
  do {
    x = n;
    if (n > 5) { continue; }
#pragma splice step Everything
    { x = 5; p[6] += x; }
    x = 2;
  } while (x < n--);
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    returns(data, t);
    all_branches(data, t);
    loops(data, t);
  }
  for (const int one : data) { std::printf("%d ", one); }
  std::printf("\n");
}
