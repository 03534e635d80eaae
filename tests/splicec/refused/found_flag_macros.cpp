// SPDX-License-Identifier: Apache-2.0

// Macros that flags of the compiler define: test_errors.py gives these.
// clang-format off
#include <alloca.h>
#include <cstdio>

static double data[64];

#pragma splice func Writes(range(p, p + 8))
void steps(double* p, int k) {
#pragma splice step Writes(range(p, p + 8))
  std::puts(HERE);  // error: __func__ would be another name
#pragma splice step Writes(range(p, p + 8))
  p[0] += COUNTED;  // error: __COUNTER__ would be another value
#pragma splice step Writes(range(p, p + 8))
  *static_cast<char*>(MEMORY(k)) = 0;  // error: alloca makes memory that ends too early
#pragma splice step Writes(range(p, p + 8))
  switch (BEGINS k) {  // error: a switch or loop begins with another statement
    default:
      p[2] += 1;
  }
#pragma splice step Writes(range(p, p + 8))
  std::puts(INDIRECT);  // error: __PRETTY_FUNCTION__ would be another name
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    steps(data, t);
  }
}
