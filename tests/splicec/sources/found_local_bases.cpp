// SPDX-License-Identifier: Apache-2.0

// Steps with types of their own: bases that are instances for them, ranges of them, bindings, and
// bit-fields with initial values.
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

static long cells[64];

template <class T>
struct ordered {
  friend bool operator>(const T& a, const T& b) { return b < a; }

  long twice() const { return 2 * static_cast<const T*>(this)->v; }
};

struct flags {
  unsigned kind : 3 = 5;
  int low : 4 {-3};
  bool set : 1 = true;
  unsigned rest : 20;
};

#pragma splice func Writes(range(cells + low, cells + high))

static void add(int low, int high) {
#pragma splice step Writes(range(cells + low, cells + high))
  {
    struct number : ordered<number> {
      long v = 0;

      bool operator<(const number& other) const { return v < other.v; }
    };

    struct block {
      long v[4] = {1, 2, 3, 4};

      long* begin() { return v; }

      long* end() { return v + 4; }
    };

    number a;
    number b;
    b.v = low;
    block all;
    for (long& one : all) {
      one += a < b ? b.twice() : 1;
    }
    std::array<block, 2> two = {all, all};
    for (const block& one : two) {
      a.v += one.v[2];
    }
    std::vector<number> numbers(3, a);
    for (const number& one : numbers) {
      b.v += one.v;
    }
    const auto [first] = flags{.kind = 2, .low = 1, .set = false, .rest = 7}.set
                             ? std::array<long, 1>{1}
                             : std::array<long, 1>{static_cast<long>(flags{}.kind) - flags{}.low};
    for (int i = low; i < high; ++i) {
      cells[i] = (cells[i] * 3 + b.v + first + i) % 1009;
    }
  }
  if (high - low > 8) {
    add(low + 2, high - 2);
    add(low + 1, high - 4);
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(t, 40 + t);
  }
  for (const long one : cells) {
    std::printf("%ld ", one);
  }
  std::puts("");
}
