// SPDX-License-Identifier: Apache-2.0

// The names in an effect mean what they do at the declaration that has the effect.

// clang-format off
#include <cstdio>
const int size = 64;
static long cells[64];
#define STEP 3
namespace inner {
#pragma splice func Writes(range(p, p + size))
void f(long* p, int n), other(long*);
const int size = 1;
}  // namespace inner
class box;
void g(box* from, long* p, int n = STEP);
class box {
  long kept = 40;
  friend void g(box* from, long* p, int n);
};
#pragma splice func Writes(range(p, p + size)) Reads(range(&from->kept, &from->kept + 1))
void g(box* from, long* p, int n);
void inner::f(long* p, int n) {
#pragma splice step Writes(range(p, p + 64))
  for (int i = 0; i < 64; ++i) { p[i] = p[i] * 3 % 1009 + n + i; }
#pragma splice step Writes(range(p, p + 64))
  for (int i = 0; i < 64; ++i) { p[i] = p[i] * 7 % 1013 + p[63 - i]; }
}
void inner::other(long* p) { p[0] += size; }
void g(box* from, long* p, int n) {
#pragma splice step Writes(range(p + 40, p + 41))
  p[40] = p[40] * 5 % 1019 + n;
#pragma splice step Writes(range(p + 40, p + 41)) Reads(range(&from->kept, &from->kept + 1))
  p[from->kept] = p[from->kept] * 11 % 1021 + n;
}
int main() {
  static box whole;
  box* const all = &whole;
  long* const p = cells;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    inner::f(p, t);
    g(all, p);
    g(all, p, t);
  }
  inner::other(p);
  std::printf("cells %ld %ld %ld of the whole\n", cells[40], cells[23], cells[0]);
}
