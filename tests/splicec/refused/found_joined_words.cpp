// SPDX-License-Identifier: Apache-2.0

// Words that macros make by ##, also macros of headers of the program and of the system.
#include <cfenv>
#include <cstdio>

#include <alloca.h>
#include <sys/cdefs.h>

#include "../words.inc"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define JOIN3(a, b, c) JOIN(a, JOIN(b, c))
#define DIGRAPHS(a, b) a%:%:b
#define SPLIT(a, b) \
  a#\
#b
#define SPLIT_DIGRAPHS(a, b) \
  a%:\
%\
:b
#define AROUND(f, ...) f(__VA_ARGS__)
#define HERE1 __func__
#define BUILTIN_OF_SYSTEM(name) __CONCAT(__builtin_, name)
#define BEGINNING int first = 3;

static double data[64];
constexpr int known1 = 1;

// clang-format off
#pragma splice func Writes(range(p, p + 8))
void steps(double* p, int k) {
#pragma splice step Writes(range(p, p + 8))
  p[0] += JOIN_(__fu, nc__)[0];  // error: ## in a macro may make a word here: __func__ would be
#pragma splice step Writes(range(p, p + 8))
  p[0] += JOIN3(__COUN, TE, R__);  // error: __COUNTER__ would be another value in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += JOINED(__FUNC, TION__)[0];  // error: __FUNCTION__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += __CONCAT(__FUNC, TION__)[0];  // error: __FUNCTION__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += BUILTIN_OF_SYSTEM(FUNCTION)()[0];  // error: __builtin_FUNCTION would be another value
#pragma splice step Writes(range(p, p + 8))
  p[0] += JOIN(HE, RE1)[0];  // error: __func__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += JOIN(HERE, 1)[0];  // error: __func__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += DIGRAPHS(__fu, nc__)[0];  // error: __func__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += SPLIT(__fu, nc__)[0];  // error: __func__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += SPLIT_DIGRAPHS(__fu, nc__)[0];  // error: __func__ would be another name in a step
#pragma splice step Writes(range(p, p + 8))
  p[0] += AROUND(JOINED, __PRETTY_, FUNCTION__)[0];  // error: __PRETTY_FUNCTION__ would be another
#pragma splice step Writes(range(p, p + 8))
  *static_cast<char*>(JOIN(all, oca)(k)) = 0;  // error: alloca makes memory that ends too early
#pragma splice step Writes(range(p, p + 8))
  switch (JOIN(BEGIN, NING) k) {  // error: a switch or loop begins with another statement
    default:
      p[2] += 1;
  }
#pragma splice step Writes(range(p, p + 8))
  p[0] += JOIN(known, 1) + k;  // it has a name that is not refused
}

#define FAST __attribute__((JOIN(tar, get)("sse4.2")))

#pragma splice func Writes(range(p, p + 8))
FAST void fast(double* p) {  // error: a macro gives 'fast' the attribute target
#pragma splice step Writes(range(p, p + 8))
  p[0] += 1;
}

int main() {
  JOIN(feset, round)(FE_UPWARD);  // error: 'fesetround' is about the running thread
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    steps(data, JOINED(__COUNTE, R__));  // error: __COUNTER__ would be another value in a try
  }
}
