// SPDX-License-Identifier: Apache-2.0

// Loops whose header a macro hides, and structured bindings between steps.
// clang-format off
#define rep(i, n) for (long i = 0; i < (n); ++i)

struct bits {
  unsigned a : 3;
  int c;
};
static double data[64];

#pragma splice func Writes(range(p, p + n))
void f(double* p, long n) {
#pragma splice step over(i) slice(8) Writes(range(p + i.first, p + i.last))
  rep(i, n) p[i] += 1;  // error: over\(i\) is for a loop .*: a macro hides its header; write it out
  bits b{1, 2};
  auto [x, y] = b;      // error: has structured bindings, which are not understood outside of steps
}

int main() {
#pragma splice try(2)
  rep(t, 2) f(data, 64);
}
