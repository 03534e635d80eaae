// SPDX-License-Identifier: Apache-2.0
#pragma once

// Elements for the tests of sorts, and ranges of them.

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch::testing {

/// An element that is ordered by its key alone. Its number tells equal ones apart.
struct numbered {
  std::int32_t key;
  std::uint32_t number;

  friend bool operator==(const numbered&, const numbered&) = default;

  friend std::weak_ordering operator<=>(const numbered& a, const numbered& b) {
    return a.key <=> b.key;
  }
};

inline std::vector<numbered> numbered_elements(std::size_t n, std::uint32_t below) {
  std::vector<numbered> all;
  for (const int each : numbers(n, below)) {
    all.push_back({each, static_cast<std::uint32_t>(all.size())});
  }
  return all;
}

/// Whether two ranges have the same elements, in any order.
template <class Value>
bool have_same_elements(std::vector<Value> a, std::vector<Value> b) {
  const auto less = [](const Value& x, const Value& y) {
    if constexpr (std::is_same_v<Value, numbered>) {
      return x.key != y.key ? x.key < y.key : x.number < y.number;
    } else {
      return x < y;
    }
  };
  std::ranges::sort(a, less);
  std::ranges::sort(b, less);
  return a == b;
}

/// Returns texts, of which some lie on the heap.
inline std::vector<std::string> words(std::size_t n, std::uint32_t below) {
  std::vector<std::string> all;
  for (const int each : numbers(n, below)) {
    all.push_back((each % 3 == 0 ? "a text that lies on the heap " : "") + std::to_string(each));
  }
  return all;
}

/// Returns the elements in the order of a stable sort. (Clang 19 warns about what std::stable_sort
/// calls.)
template <class Value, class Comp = std::ranges::less, class Proj = std::identity>
std::vector<Value> stably_sorted(const std::vector<Value>& all, Comp comp = {}, Proj proj = {}) {
  std::vector<std::size_t> numbers(all.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::ranges::sort(numbers, [&](std::size_t a, std::size_t b) {
    if (std::invoke(comp, std::invoke(proj, all[a]), std::invoke(proj, all[b]))) {
      return true;
    }
    return a < b && !std::invoke(comp, std::invoke(proj, all[b]), std::invoke(proj, all[a]));
  });
  std::vector<Value> sorted;
  sorted.reserve(all.size());
  for (const std::size_t each : numbers) {
    sorted.push_back(all[each]);
  }
  return sorted;
}

/// Lengths with one, two and more levels of classes, and around the least ones for two workers.
/// With a sanitizer or an emulator, fewer and shorter ones.
inline const std::vector<std::size_t>& long_lengths() {
  static const std::vector<std::size_t> all =
      rounds(100) < 100 ? std::vector<std::size_t>{513, 16'385}
                        : std::vector<std::size_t>{512, 513, 4'097, 16'384, 65'536, 150'000};
  return all;
}

/// Returns numbers with any bits, except those of a NaN.
template <class Number>
std::vector<Number> any_numbers(std::size_t n) {
  base::random_source random(n);
  std::vector<Number> all(n);
  for (Number& one : all) {
    const std::uint64_t bits = random.next();
    if constexpr (sizeof(Number) <= sizeof(bits)) {
      std::memcpy(&one, &bits, sizeof(Number));
      one = std::isnan(static_cast<long double>(one)) ? Number{0} : one;
    } else {
      one = static_cast<Number>(static_cast<std::int64_t>(bits));
    }
    if (bits % 5 == 0) {
      one = static_cast<Number>(bits % 100);
    }
  }
  return all;
}

/// Returns a range for which taking the median of three as a pivot leaves almost all elements on
/// one side, each time (Musser, *Introspective Sorting and Selection Algorithms*).
inline std::vector<int> median_of_three_killer(std::size_t n) {
  const auto half = static_cast<int>(n / 2);
  std::vector<int> all;
  for (int i = 1; i <= half; ++i) {
    all.push_back(i % 2 != 0 ? i : half + i - 1);
  }
  for (int i = 1; i <= half; ++i) {
    all.push_back(2 * i);
  }
  return all;
}

/// Returns ranges that are in some order, or defeat simple choices of a pivot.
inline std::vector<std::vector<int>> shapes(std::size_t n) {
  std::vector<int> ascending(n);
  std::iota(ascending.begin(), ascending.end(), -static_cast<int>(n / 2));
  const std::vector<int> descending(ascending.rbegin(), ascending.rend());
  std::vector<int> organ_pipe = ascending;
  std::vector<int> saw_tooth = ascending;
  std::vector<int> almost = ascending;
  std::vector<int> appended = ascending;
  std::vector<int> far_apart = ascending;
  for (std::size_t i = 0; i != n; ++i) {
    organ_pipe[i] = static_cast<int>(std::min(i, n - i));
    saw_tooth[i] = static_cast<int>(i % 37);
    far_apart[i] = i % 2 == 0 ? static_cast<int>(i % 16) : std::numeric_limits<int>::max();
  }
  far_apart[n / 2] = std::numeric_limits<int>::min();
  std::swap(almost[n / 3], almost[2 * n / 3]);
  appended.back() = 0;
  std::vector<int> steps = descending;
  steps[n / 2] = steps[n / 2 - 1];
  return {ascending,
          descending,
          organ_pipe,
          saw_tooth,
          almost,
          appended,
          far_apart,
          steps,
          median_of_three_killer(n),
          std::vector<int>(n, 7)};
}

}  // namespace nuthatch::testing
