// SPDX-License-Identifier: Apache-2.0

// Names of effects that the source has as well; objects that keep their addresses to themselves;
// digits in groups, and comments with signs in them.
#include <array>
#include <cstdio>
#include <vector>

enum { range = 7, box };

namespace shapes {

struct whole {
  char big[100] = {};
};

}  // namespace shapes

using namespace shapes;

#pragma splice func Writes(range(p, p + n))

void add(double* p, long n, double v /* = 1 */ = /* not = */ 2) {
#pragma splice step over(i) slice(1'6) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    p[i] = p[i] * 0.5 + v + i + sizeof(range) + static_cast<int>(box);
  }
}

#pragma splice func Writes(range(p, p + 1))

void raise(double* p) {
#pragma splice step Writes(range(p, p + 1))
  {
    const shapes::whole large;
    *p += sizeof(whole) + sizeof large;
  }
}

// Names that are like those of function objects; labels without a blank behind them; built-ins.
#pragma splice func Writes(range(p, p + 1))

void raise_2(double* p) {
#pragma splice step Writes(range(p, p + 1))
  *p += __builtin_expect(*p > 3, 1) ? 2 : 1;
}

#pragma splice func Writes(range(p, p + 2))

void raise(double* p, int n) {
  switch (n) {
      // clang-format off
    case 0:raise(p); break;
    // clang-format on
    default:
      raise_2(p + 1);
  }
}

struct numbered {
  int number;

  numbered() : number(3) {}
};

struct grid : numbered {
  explicit grid(long count) : count(count), width(1.0 / count), data(count, 0.5) {
    data.resize(static_cast<std::size_t>(this->count + 2));
    data[0] = 7;
    few[1] = 2;
    plain[2] = 5;
    this->width += few[1];
    scale(2);
    data.push_back(width);
  }

  void scale(double by) { width *= by; }

  long count;
  double width;
  std::vector<double> data;
  std::array<double, 4> few = {};
  int plain[4] = {};
};

int main() {
  const grid shape(100);
  std::vector<double> values = shape.data;
  double* const first = values.data();
  const int times = shape.number;
#pragma splice try(4)
  for (int t = 0; t < times; ++t) {
    add(first, 103, t);
    add(first, 50);
    raise(first + t);
    raise(first + t, t);
    raise_2(first);
  }
  double sum = shape.width;
  for (const double one : values) {
    sum = sum * 0.75 + one;
  }
  std::printf("%a %a %a %a\n", values[0], values[1], values[102], sum);
}
