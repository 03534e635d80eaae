// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <cstdio>
#include <utility>
static double now[4] = {1, 2};
static double next[4] = {3, 4};
static double pairs[2][2];
static double out[8];
struct pair { double v[2]; double w[2]; };
struct derived : pair { double x; };
#pragma splice func Everything
void put(double* o, double t) {
#pragma splice step Everything
  o[0] = o[0] * 0.5 + t;
}
#pragma splice func Everything
void looks(double* o, int t) {
  put(o, t);
  if ((t % 2 ? now : next)[0] > 3.5) {  // error: looks into 'now', a variable outside
    put(o, 100);
  }
  if ((t > 9 ? pairs[1] : pairs[0])[0] > 1) {  // error: looks into 'pairs', a variable outside
    put(o, 100);
  }
}
#pragma splice func Everything
void changes(double* o, int t, double (pair::*which)[2]) {
  double a[2] = {1, 2};
  double b[2] = {3, 4};
  pair lo{{1, 2}, {3, 4}};
  derived whole{{{1, 2}, {3, 4}}, 5};
  unsigned key = 7;
#pragma splice step Everything
  (t % 2 ? a : b)[0] = 10 + t;  // error: own copy of .a., // error: own copy of .b.,
#pragma splice step Everything
  std::swap((t % 2 ? a : b)[0], o[3]);  // error: own copy of .a., // error: own copy of .b.,
#pragma splice step Everything
  {
    double* q = &(t % 2 ? b : a)[0];  // error: own copy of .b., // error: own copy of .a.,
    *q = 1;
  }
#pragma splice step Everything
  (t > 2 ? lo : whole).v[1] = t;  // error: own copy of .lo., // error: own copy of .whole.,
#pragma splice step Everything
  static_cast<pair&>(whole).v[0] = t;  // error: a step has its own copy of 'whole'
#pragma splice step Everything
  (lo.*which)[0] = t;  // error: a step has its own copy of 'lo'
#pragma splice step Everything
  reinterpret_cast<unsigned char(&)[4]>(key)[1] = 0;  // error: a step has its own copy of 'key'
#pragma splice step Everything
  o[1] += a[0] + b[0] + lo.v[1] + whole.v[0] + key;
}
#pragma splice func Everything
void drains(double* o) {
  for (int t = 0; double left = o[0]; ++t) {  // error: is a variable in the condition of a for
    put(o, left);
  }
}
int main() {
  double* const p = out;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    put(p, (t % 2 ? now : next)[0]);  // error: looks into 'now', a variable outside
    looks(p, t);
    changes(p, t, &pair::v);
    drains(p);
  }
  std::printf("%g\n", out[0]);
}
