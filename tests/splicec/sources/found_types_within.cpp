// SPDX-License-Identifier: Apache-2.0

// Types that a function keeps to itself, in a source whose templates have variables for each type.
#include <cstdio>

static long cells[64];

template <class T>
static long calls_for(T) {
  static long calls;
  return ++calls;
}

template <class T>
struct counted {
  static inline long made = 0;

  counted() { ++made; }
};

static long known() {
  const counted<long> one;
  return calls_for(3) + calls_for('c') + one.made;
}

#pragma splice func Writes(range(cells + low, cells + high))

static void add(int low, int high) {
#pragma splice step Writes(range(cells + low, cells + high))
  {
    enum kind { even, odd, large = 40 };

    enum class side : unsigned char { left, right };

    struct number {
      long v = 1;
      kind of = even;

      number() = default;

      explicit number(long from) : v(from), of(from % 2 == 0 ? even : odd) {}

      number plus(const number& other) const { return number(v + other.v); }

      bool operator<(const number& other) const { return v < other.v; }

      number& operator+=(const number& other) {
        v += other.v;
        return *this;
      }
    };

    struct pair_of_numbers {
      number first;
      number second;
      side at = side::left;
    };

    number all[4] = {number(3), number(1), number(low), number(large)};
    pair_of_numbers two{all[0], all[1]};
    two.at = low % 3 == 0 ? side::right : side::left;
    number sum;
    for (const number& one : all) {
      sum += one;
    }
    number* const smaller = two.first < two.second ? &two.first : &two.second;
    const auto twice = [sum](const number& of) {
      return of.plus(sum);
    };
    auto* const kept = new pair_of_numbers{*smaller, twice(*smaller)};
    long more = static_cast<long>(sizeof(number)) + static_cast<int>(two.at) + kept->second.v;
    delete kept;
    switch (all[2].of) {
      case even:
        more += 2;
        break;
      case odd:
      case large:
        more += sum.of == odd ? 5 : 7;
        break;
    }
    for (int i = low; i < high; ++i) {
      cells[i] = (cells[i] * 3 + more + i) % 1009;
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
    struct ends {
      int low;
      int high;
    };

    const ends these{t, 40 + t};
    add(these.low, these.high);
  }
  std::printf("%ld\n", known());
  for (const long one : cells) {
    std::printf("%ld ", one);
  }
  std::puts("");
}
