// SPDX-License-Identifier: Apache-2.0

// clang-format off
#include <cstdio>
#include <source_location>
void note(long v, std::source_location s = std::source_location::current()) {
  std::printf("%ld %s %d\n", v, s.function_name(), (int)s.line());
}
#pragma splice func Writes(range(p, p + 16))
void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 16))
  { p[0] += n; note(p[0]); }  // error: would be another place in a step
}
long a[64];
int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) { f(a, t); }
}
