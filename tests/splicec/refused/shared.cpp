// SPDX-License-Identifier: Apache-2.0

// Effects are told before steps change what they share.
static double data[100];

#pragma splice func Writes(range(p, p + n))

void add(double* p, int n) {
#pragma splice step Writes(range(p, p + n))
  for (int i = 0; i < n; ++i) {
    p[i] += 1;
  }
}

int main() {
  int local = 1;
  int* const where = &local;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    add(data, t);
#pragma splice step Writes(range(data, data + local))  // error: uses 'local', which steps may
    *where += static_cast<int>(data[0]);
  }
}
