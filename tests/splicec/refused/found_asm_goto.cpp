// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <cstdio>
static double m[64];
#define JUMP goto
#define LEAVE asm goto("" : : : : end)
#pragma splice func Writes(range(p, p + 1))
void f(double* p) {
  long k = 1;
#pragma splice step Writes(range(p, p + 1))
  {
    k = 2;
    p[0] += k;
  }
#pragma splice step Writes(range(p, p + 1))
  {  // error: this uses 'k' after a step has changed it
    asm goto("" : : : : over);  // error: goto is not followed here
    k = 3;
  over:
    p[0] += k;
  }
}
#pragma splice func Writes(range(p, p + 1))
void g(double* p) {
#pragma splice step Writes(range(p, p + 1))
  {
    asm goto("" : : : : end);  // error: asm goto leaves the step
    asm volatile JUMP("" : : : : end);  // error: asm goto leaves the step
    LEAVE;  // error: asm goto leaves the step
    asm goto("" : : : : inside);
    p[0] += 1;
  inside:
    asm volatile("" : : : "memory");
  }
end:;
}
int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    f(m + t);
    asm goto("" : : : : out);  // error: asm goto leaves the statement
    g(m + t);
  }
out:
  std::printf("%g\n", m[1]);
}
