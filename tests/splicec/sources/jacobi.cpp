// SPDX-License-Identifier: Apache-2.0

// Time steps of a stencil of three points, cut into slices.
#include <cstdio>
#include <vector>

#pragma splice func Reads(range(from + low - 1, from + high + 1)) Writes(range(to + low, to + high))

void sweep(const double* from, double* to, int low, int high) {
  if (high - low > 3000) {
    const int middle = low + (high - low) / 2;
    sweep(from, to, low, middle);
    sweep(from, to, middle, high);
    return;
  }
#pragma splice step over(i) slice(64) Reads(range(from + i.first - 1, from + i.last + 1)) \
    Writes(range(to + i.first, to + i.last))
  for (int i = low; i < high; ++i) {
    double sum = from[i - 1] + from[i];
    sum += from[i + 1];
    to[i] = sum / 3;
  }
}

// The same in place: what a point reads to its left is new already.
#pragma splice func Writes(range(data + low - 1, data + high + 1))

void smooth(double* data, unsigned long low, unsigned long high) {
  unsigned long i;
#pragma splice step over(i) slice(high - low > 100 ? 100 : 7) \
    Writes(range(data + i.first - 1, data + i.last + 1))
  for (i = low; i <= high - 1; i += 1) {
    data[i] = (data[i - 1] + data[i] + data[i + 1]) / 3;
  }
}

int main() {
  const int size = 20000;
  std::vector<double> a(size + 2), b(size + 2);
  for (int i = 0; i < size + 2; ++i) {
    a[i] = b[i] = i % 17 + 1.0 / (i + 1);
  }
  double* old_values = a.data();
  double* new_values = b.data();
#pragma splice try(8)
  for (int t = 0; t < 30; ++t) {
    sweep(old_values, new_values, 1, size + 1);
    double* const other = old_values;
    old_values = new_values;
    new_values = other;
  }
  double* const data = a.data();
#pragma splice try(5)
  for (int t = 0; t < 12; ++t) {
    smooth(data, 1, size + 1);
  }

  for (int i = 0; i < size + 2; i += 97) {
    std::printf("%a %a\n", a[i], b[i]);
  }
}
