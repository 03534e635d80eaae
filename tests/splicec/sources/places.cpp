// SPDX-License-Identifier: Apache-2.0

// Functions that are defined outside of their namespaces, declared first in a block, or friends.
#include <cstdio>

namespace waves {

struct cell {
  double height;
};

extern double scale;

void raise(cell* cells, long n);

namespace inner {

void lower(double* p, long n);

}  // namespace inner

}  // namespace waves

double waves::scale = 2;

#pragma splice func Writes(range(cells, cells + n))

void waves::raise(cell* cells, long n) {
  if (n > 10) {
    raise(cells, n / 2);
    waves::raise(cells + n / 2, n - n / 2);
    return;
  }
#pragma splice step Writes(range(cells, cells + n))
  for (long i = 0; i < n; ++i) {
    cells[i].height += scale + i;
  }
}

#pragma splice func Writes(range(p, p + n))

void waves::inner::lower(double* p, long n) {
#pragma splice step over(i) slice(10) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] -= scale * i;
  }
}

void in_block(double* p) {
  extern void halve(double* p, long n);
  halve(p, 3);
}

#pragma splice func Writes(range(p, p + n))

void halve(double* p, long n) {
#pragma splice step over(i) slice(16) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] = p[i] * 0.5 + i;
  }
}

class grid;
void sweep(grid* g, long n);

class grid {
 public:
  [[nodiscard]] double sum() const {
    double all = 0;
    for (const double one : data_) {
      all = all * 0.75 + one;
    }
    return all;
  }

 private:
  enum { width = 4 };

  struct edge {
    double value;
  };

  friend void sweep(grid* g, long n);
  friend int main();

  double data_[100] = {};
};

#pragma splice func Writes(range(g->data_, g->data_ + n))

void sweep(grid* g, long n) {
#pragma splice step over(i) slice(10) Writes(range(g -> data_ + i.first, g->data_ + i.last))
  for (long i = 0; i < n; ++i) {
    g->data_[i] += i * grid::width + sizeof(grid::edge);
  }
}

static waves::cell cells[100];
static double values[100];

int main() {
  waves::cell* const c = cells;
  double* const v = values;
  grid shape;
  grid* const g = &shape;
  in_block(v);
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    waves::raise(c, 100);
    waves::inner::lower(v, 90);
    halve(v, 100);
    sweep(g, 100 - grid::width);
  }
  double sum = 0;
  for (int i = 0; i < 100; ++i) {
    sum = sum * 0.9 + cells[i].height * values[i];
  }
  std::printf("%a %a %a\n", sum, values[7], shape.sum());
}
