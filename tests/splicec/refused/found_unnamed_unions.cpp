// SPDX-License-Identifier: Apache-2.0

// Members of unions without a name, which no step can have a copy of.

static double data[64];

#pragma splice func Writes(range(p, p + n))

void add(double* p, long n) {
#pragma splice step Writes(range(p, p + n))
  for (long i = 0; i < n; ++i) {
    p[i] += n;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    union {
      long low;
      double other;
    };

    low = 32 + t;
    add(data, low);  // error: uses a member of a union without a name
#pragma splice step Writes(range(data, data + 1))
    data[0] += low;  // error: a step has no copy of a union without a name; give it one
  }
}
