// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <random>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

#include "seed.hpp"

namespace nuthatch::testing {

/// A small memory, in which random regions are drawn. Their contents are sets of bytes.
class small_memory {
 public:
  static constexpr std::size_t size = 96;
  using bytes = std::bitset<size>;

  explicit small_memory(std::mt19937_64& chance) : chance_(&chance) {}

  template <class R>
  struct drawn {
    R where;
    bytes set;
  };

  [[nodiscard]] effects::range all() const { return {at(0), at(size)}; }

  std::size_t below(std::size_t limit) { return (*chance_)() % limit; }

  /// Draws an interval, sometimes an empty one.
  drawn<effects::range> a_range() {
    const std::size_t first = below(size + 1);
    const std::size_t last = first + below(size + 1 - first);
    drawn<effects::range> it{{at(first), at(last)}, {}};
    for (std::size_t i = first; i < last; ++i) {
      it.set.set(i);
    }
    return it;
  }

  drawn<effects::strided> a_strided(std::size_t stride) {
    const std::size_t length = below(stride + 1);
    const std::size_t first = below(size - stride + 1);
    const std::size_t count = below((size - first - length) / stride + 2);
    drawn<effects::strided> it{{at(first), length, stride, count}, {}};
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t b = 0; b < length; ++b) {
        it.set.set(first + i * stride + b);
      }
    }
    return it;
  }

  drawn<effects::strided> a_strided() { return a_strided(1 + below(7)); }

  /// The regions are parts of overlapping arrays with elements of two bytes.
  drawn<effects::box<2>> a_box() { return a_box(below(3)); }

  drawn<effects::box<2>> a_box(std::size_t array) {
    struct layout {
      std::size_t first;
      std::ptrdiff_t rows;
      std::ptrdiff_t columns;
      std::ptrdiff_t pitch;
    };

    constexpr std::array<layout, 3> arrays{{{0, 6, 8, 8}, {0, 6, 5, 8}, {50, 4, 5, 5}}};
    const layout& in = arrays.at(array);
    using element = std::array<std::byte, 2>;
    const effects::array_view<const element, 2> view(
        reinterpret_cast<const element*>(at(in.first)), {in.rows, in.columns}, in.pitch);
    const effects::interval down = an_interval(in.rows);
    const effects::interval across = an_interval(in.columns);
    drawn<effects::box<2>> it{view.part(down, across), {}};
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(down.first, 0);
         i < std::min(down.last, in.rows);
         ++i) {
      for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(across.first, 0);
           j < std::min(across.last, in.columns);
           ++j) {
        const std::size_t byte = in.first + static_cast<std::size_t>(i * in.pitch + j) * 2;
        it.set.set(byte).set(byte + 1);
      }
    }
    return it;
  }

  effects::access an_access() { return static_cast<effects::access>(below(3)); }

 private:
  /// The sides may extend beyond the edges, and may be empty.
  effects::interval an_interval(std::ptrdiff_t of) {
    const auto first = static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(of) + 2)) - 1;
    return {first, first + static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(of)))};
  }

  [[nodiscard]] const std::byte* at(std::size_t i) const { return memory_.data() + i; }

  std::mt19937_64* chance_;
  std::array<std::byte, size> memory_{};
};

/// Calls draw(small_memory&) that many times, or until a check has failed.
template <class Draw>
void with_pairs(int pairs, Draw draw) {
  std::mt19937_64 chance(seed());
  small_memory memory(chance);
  for (int i = 0; i < pairs && !::testing::Test::HasFailure(); ++i) {
    draw(memory);
  }
}

}  // namespace nuthatch::testing
