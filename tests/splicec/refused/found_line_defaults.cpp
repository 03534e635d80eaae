// SPDX-License-Identifier: Apache-2.0

// Default arguments that depend on the line of the call.
#include <cstdio>
#include <source_location>

#define OF_CALL __builtin_LINE()

static double data[8];

constexpr int line(int number = __builtin_LINE()) {
  return number;
}

struct spot {
  int number = __builtin_LINE();
};

#pragma splice func Writes(range(p, p + 8))

void plain(double* p, int here = __builtin_LINE()) {  // error: default argument of 'here' depends
#pragma splice step Writes(range(p, p + 8))
  p[0] += here;
}

#pragma splice func Writes(range(p, p + 8))

void hidden(double* p, int here = 2 * OF_CALL) {  // error: default argument of 'here' depends
#pragma splice step Writes(range(p, p + 8))
  p[0] += here;
}

#pragma splice func Writes(range(p, p + 8))

void behind(double* p, int here = line()) {  // error: default argument of 'here' depends
#pragma splice step Writes(range(p, p + 8))
  p[0] += here;
}

#pragma splice func Writes(range(p, p + 8))

void member(double* p, int here = spot{}.number) {  // error: default argument of 'here' depends
#pragma splice step Writes(range(p, p + 8))
  p[0] += here;
}

#pragma splice func Writes(range(p, p + 8))

// clang-format off
void current(double* p, unsigned here =  // error: 'here' depends
             std::source_location::current().line());  // error: would be another value
// clang-format on

void current(double* p, unsigned here) {
#pragma splice step Writes(range(p, p + 8))
  p[0] += here;
}

#pragma splice func Writes(range(p, p + 8))

void known(double* p, int here = __LINE__, int of = line(3)) {
#pragma splice step Writes(range(p, p + 8))
  p[0] += here + of;
}

int main() {
  double* const p = data;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    plain(p, __builtin_LINE());
    hidden(p, 3);
    behind(p, t);
    member(p, t);
    current(p, 3);
    known(p);
  }
  std::printf("%g\n", data[0]);
}
