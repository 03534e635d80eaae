// SPDX-License-Identifier: Apache-2.0

// Pragmas that macros make.
static double data[100];

#define PRAGMA(x) _Pragma(#x)
#define SPLICED _Pragma("splice try(4)")  // error: sees pragmas outside of macros only

#pragma splice func Everything

void several(int n) {
#pragma splice step Everything
  data[0] += n;
}

int main() {
  PRAGMA(splice try(4))  // error: the translator sees pragmas outside of macros only
  for (int t = 0; t < 3; ++t) {
    several(t);
  }
}
