// SPDX-License-Identifier: Apache-2.0
// Instances of templates whose arguments Clang does not show: values, and lambdas as defaults.
#include <array>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <optional>
#include <ranges>

static long cells[64];
alignas(8) static char place[8];

int operator""_k(unsigned long long n) {
  return static_cast<int>((static_cast<long>(n) + cells[0]) % 8);
}

struct with_own_literal {
  int b : 6 = 5_k;  // error: 'b' is a bit-field with an initial value that is no literal
  int plain : 6 = 0x1F;
  int character : 8 = 'a';
};

template <class T>
struct ends {
  ~ends() {
    static int n;
    cells[3] += ++n;
  }
};

template <class T>
struct wrapped {
  int q = 0;

  wrapped() = default;

  wrapped(const wrapped& other) : q(other.q) {}
};

template <class T>
void* operator new(std::size_t, wrapped<T>) {
  static int n;
  cells[4] = ++n;
  return place;
}

template <class T>
struct iterator {
  using value_type = int;
  using difference_type = std::ptrdiff_t;

  int at;

  int operator*() const { return at; }

  iterator operator++(int) { return iterator{at++}; }

  friend bool operator==(iterator, iterator) = default;
};

template <class T>
iterator<T>& operator++(iterator<T>& one) {
  static int n;
  cells[5] = ++n;
  ++one.at;
  return one;
}

template <auto F>
struct with_value {
  static inline int k = 0;

  static int next() {
    static int n;
    return ++n;
  }
};

template <auto F =
              [] {
              }>
struct with_lambda {
  static inline int k = 0;

  static int next() {
    static int n;
    return ++n;
  }
};

template <auto F>
int of_value = 0;

#define LAMBDA \
  [] {         \
  }

template <class T = decltype([] {})>
int of_lambda = 0;

template <class T = decltype(LAMBDA)>
int of_lambda_in_macro = 0;

#pragma splice func Writes(range(cells, cells + 64))

static void f(int n) {
#pragma splice step Writes(range(cells, cells + 64))
  {
    struct local {
      int v;
    };

    std::array<ends<local>, 2> two;      // error: 'ends' may have variables for each type
    std::optional<ends<local>> perhaps;  // error: 'ends' may have variables for each type
    wrapped<local> w;
    new (w) int(3);                // error: this may call a function, not named here
    const iterator<local> end{4};  // error: 'iterator' may have variables for each type
    const std::ranges::subrange all(iterator<local>{0}, end);  // error: 'iterator' may have
    for (int one : all) {  // error: this may call a function, not named here
      cells[1] += one;
    }
    auto nothing = [] {
    };
    cells[2] += with_value<nothing>::next();  // error: 'next' may have variables for each type
    cells[2] += ++with_value<local{1}>::k;    // error: 'k' may have variables for each type
    cells[2] += ++with_lambda<>::k;           // error: 'k' may have variables for each type
    cells[2] += with_lambda<>::next();        // error: 'next' may have variables for each type
    cells[2] += ++of_value<local{1}>;         // error: 'of_value' may have variables for each type
    cells[2] += ++of_lambda<>;                // error: 'of_lambda' may have variables
    cells[2] += ++of_lambda_in_macro<>;       // error: 'of_lambda_in_macro' may have variables
  }
  if (n > 0) {
    f(n - 1);
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    f(t);
  }
  std::printf("%ld\n", cells[0]);
}
