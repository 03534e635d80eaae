// SPDX-License-Identifier: Apache-2.0

// A macro that gets a former meaning back within the function.

#define K 1
#pragma push_macro("K")
#undef K
#define K 7

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, long n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += K;
#pragma splice step Writes(range(p, p + 64))
  p[n] += 2 * K;
#pragma pop_macro("K")  // error: pop_macro stands in what is translated
#pragma splice step Writes(range(p, p + 64))
  p[n] += 100 * K;
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
