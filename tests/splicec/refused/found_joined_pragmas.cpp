// SPDX-License-Identifier: Apache-2.0

// Pragmas, and a macro that changes, by names that macros make by ##.
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define HIDDEN(text) JOIN(_Pra, gma)(text)

static double data[64];

// clang-format off
#define ROUNDS 2
#pragma splice func Writes(range(p, p + JOIN(ROU, NDS)))
void add(double* p, int n) {
#undef ROUNDS  // error: the macro 'ROUNDS' changes here  // error: has several meanings
  JOIN(_Pra, gma)("pack(1)")  // error: this pragma stands in what is translated
  HIDDEN("pack(1)")  // error: this pragma stands in what is translated
#pragma splice step Writes(range(p, p + 8))
  p[0] += n;
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    add(data, t);
  }
}
