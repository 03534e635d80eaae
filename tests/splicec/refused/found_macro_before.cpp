// SPDX-License-Identifier: Apache-2.0

// Macros that make declarations directly before the first declaration of a spliced function.

// clang-format off
#include <cstdio>
#define DEFINE_NODE(name) struct name { double v; int k; };
#define NS_BEGIN(x) namespace x {
#define NS_END }
#define HIDDEN __attribute__((visibility("hidden")))
#define IN_C extern "C"

static double data[64];

DEFINE_NODE(node)  // error: a macro here hides where declarations before 'add' end
static void add(node* p, long n, double v);

NS_BEGIN(deep)  // error: a macro here hides where declarations before 'sum' end
void sum(double* p, long n, double v);
NS_END

DEFINE_NODE(other);
HIDDEN void fine(double* p, long n, double v);

IN_C HIDDEN void in_c(double* p, long n, double v);

#pragma splice func Writes(range(p, p + n))
static void add(node* p, long n, double v) {
#pragma splice step Writes(range(p, p + n))
  p[0].v += v;
}

#pragma splice func Writes(range(p, p + n))
void deep::sum(double* p, long n, double v) {
#pragma splice step Writes(range(p, p + n))
  p[0] += v;
}

#pragma splice func Writes(range(p, p + n))
void fine(double* p, long n, double v) {
#pragma splice step Writes(range(p, p + n))
  p[0] += v;
}

#pragma splice func Writes(range(p, p + n))
void in_c(double* p, long n, double v) {
#pragma splice step Writes(range(p, p + n))
  p[0] += v;
}

int main() {
  node one = {1, 2};
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(&one, 1, t);
    deep::sum(data, 64, t);
    fine(data, 64, t);
    in_c(data, 64, t);
  }
  std::printf("%g\n", data[0]);
}
