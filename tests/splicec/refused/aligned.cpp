// SPDX-License-Identifier: Apache-2.0
static double data[100];

struct alignas(64) line {
  double values[8];
};

typedef double vector __attribute__((vector_size(32)));

#pragma splice func Everything

void parameters(int t, line given) {  // error: 'given' may be aligned more strictly
#pragma splice step Everything
  data[t] += 1;
}

#pragma splice func Everything

void locals(int t) {
  line own{};
  own.values[0] = t;
  vector four = {1, 2, 3, 4};
  four += t;
  alignas(32) double aligned[4] = {1, 2, 3, 4.0 * t};
  alignas(line) int as_line = 3;
  line unused{};
  unused.values[1] = 2;
#pragma splice step Everything
  {
    data[t] += own.values[0];         // error: 'own' may be aligned more strictly
    const vector twice = four * 2.0;  // error: 'four' may be aligned more strictly
    data[1] += twice[2];
    data[1] += as_line;     // error: 'as_line' may be aligned more strictly
    data[2] += aligned[3];  // error: 'aligned' may be aligned more strictly
  }
}
