// SPDX-License-Identifier: Apache-2.0

// A pragma in a macro that a flag of the compiler defines.
// clang-format off
static double data[64];

#pragma splice func Writes(range(p, p + 8))
void steps(double* p, int k) {
#pragma splice step Writes(range(p, p + 8))
  {
    PACKED  // error: this pragma stands in what is translated
    p[k] += 1;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    steps(data, t);
  }
}
