// SPDX-License-Identifier: Apache-2.0

// Where a class declares a friend, names may mean what they do nowhere else.

// clang-format off
#include <cstdio>
static long cells[8];
#define END ;
void of_friend(long* p);
class keeper {
  static const int size = 1;
#pragma splice func Writes(range(p, p + size))
  friend void of_friend(long* p);  // error: the effect of 'of_friend' stands within a function or
};
#pragma splice func Writes(range(p, p + 1))
void hidden(long* p) END  // error: a macro hides where the declaration of 'hidden' ends
void of_friend(long* p) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += 2;
}
void hidden(long* p) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += 3;
}
int main() {
  long* const p = cells;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    of_friend(p);
    hidden(p);
  }
  std::printf("%ld\n", cells[0]);
}
