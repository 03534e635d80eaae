// SPDX-License-Identifier: Apache-2.0

// Sections to which code would write twice; functions that leave the functions around them.

// clang-format off
#include <csetjmp>
#include <cstdio>
#define PLACED __attribute__((section("places"), used))
#define LEAVE(x) std::longjmp(x, 1)
#define PUSHED ".pushsection places"
static long m[8];
static std::jmp_buf before;
#pragma splice func Writes(range(p, p + 1))
void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  {
    static const int here __attribute__((section("places"), used)) = 3;  // error: more than once
    [[gnu::section("places")]] static const int there = 4;  // error: the section would get
    PLACED static const int hidden = 5;  // error: the section would get
    asm volatile(".pushsection places,\"a\"\n .long 7\n .popsection");  // error: .pushsection
    asm volatile("nop; .section places\n .long 7\n .previous");  // error: writes to a
    asm volatile(PUSHED "\n .long 7\n .popsection");  // error: macros hide
    asm volatile("nop");
    *p = (*p * 3 + n + here + there + hidden) % 1003;
  }
}
#pragma splice func Writes(range(p, p + 1))
void g(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  { if (n > 3) std::longjmp(before, 1); *p += n; }  // error: longjmp leaves functions around it
#pragma splice step Writes(range(p, p + 1))
  { if (n > 3) LEAVE(before); *p += n; }  // error: longjmp leaves functions around it
}
int main() {
#pragma splice try(4)
  for (long t = 0; t < 3; ++t) { f(m, t); g(m, t); }
  static const int behind __attribute__((section("places"), used)) = 3;
  std::printf("%ld %d\n", m[0], behind);
}
