// SPDX-License-Identifier: Apache-2.0

// Functions of lambdas and of instances that are only called, from lists, constants and views;
// operations of algorithms that keep no address; and operators of std::byte.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

using fn = long (*)(long);

struct item {
  int a;
  int b;

  friend bool operator<(const item& one, const item& other) { return one.a < other.a; }
};

struct bits {
  unsigned a : 3;
  unsigned b : 5;
  int c;
};

struct plain {
  int v = 0;
  plain() = default;

  plain(int x) : v(x) {}
};

template <class T>
long size(long n) {
  return n * static_cast<long>(sizeof(T));
}

template <class T>
constexpr fn table_of[] = {&size<T>, &size<T[2]>};

template <class T>
constexpr std::pair<long, fn> pair_of{3, &size<T>};

template <class F, class L>
auto call(F f, L l) {
  return f(l);
}

static double data[16];
static std::vector<long> numbers{3, 1, 2};
static std::vector<plain> plains;
static int calls = 0;

int compare(const void* a, const void* b) {
  return static_cast<const item*>(a)->a - static_cast<const item*>(b)->a;
}

#pragma splice func Everything

void f(double* p, long n) {
  struct own {
    long v;
  };

  std::byte b{1};
  b <<= 1;
  b |= std::byte{1};
#pragma splice step Everything
  for (const fn g : std::initializer_list<fn>{[](long v) { return v + 1; },
                                              [](long v) {
                                                return v * 2;
                                              }}) {
    p[0] += static_cast<double>(g(n));
  }
#pragma splice step Everything
  {
    const auto twice = [](long v) {
      return 2 * v;
    };
    const fn all[] = {twice, [](long v) {
                        return v - 1;
                      }};
    p[1] += static_cast<double>(all[0](n) + all[1](n));
    for (const fn g : table_of<own>) {
      p[1] += static_cast<double>(g(n));
    }
    p[2] += static_cast<double>(table_of<own>[n % 2](3) + pair_of<own>.first);
    const auto apply = [](auto x) {
      return x(3L);
    };
    p[2] +=
        static_cast<double>(apply(twice) + call(apply, twice) + std::make_pair(twice, 1).second);
    std::apply([p](auto... x) { p[2] += static_cast<double>((x(2) + ...)); },
               std::tuple(twice, twice));
    for (const long x : numbers | std::views::transform([](long v) { return v * 2; })) {
      p[3] += static_cast<double>(x);
    }
  }
#pragma splice step Everything
  {
    static const item items[] = {{1, 5}, {2, 9}, {4, 2}};
    static const int values[] = {1, 2, 3};
    static const bits fields{1, 2, 3};
    const item key{static_cast<int>(n), 0};
    const auto* const found = static_cast<const item*>(
        std::bsearch(&key, items, std::size(items), sizeof *items, compare));
    const void* const same = std::bsearch(
        &key, items, std::size(items), sizeof *items, [](const void* x, const void* y) {
          return static_cast<const item*>(x)->a - static_cast<const item*>(y)->a;
        });
    p[4] += found != nullptr && same != nullptr ? found->b : -1;
    p[5] += std::ranges::max_element(items, {}, &item::b)->b;
    p[6] += static_cast<double>(std::ranges::count(items, 2, &item::b)) +
            std::max(items[0], items[2]).b;
    std::copy(values, values + 3, std::back_inserter(plains));
    plains.emplace_back(values[1]);
    const std::optional<plain> perhaps(values[2]);
    auto [x, y, z] = fields;
    const auto& [u, v, w] = fields;
    p[7] += perhaps->v + static_cast<int>(x + y + u + v) + z + w + static_cast<int>(plains.size());
    b <<= 2;
    p[8] += std::to_integer<int>(b);
    calls++;
  }
}

int main() {
  std::byte b{1};
#pragma splice try(2)
  for (long t = 0; t < 4; ++t) {
    f(data, t);
    b <<= 1;
  }
  for (const double x : data) {
    std::printf("%.17g ", x);
  }
  std::printf("%d %d\n", calls, std::to_integer<int>(b));
}
