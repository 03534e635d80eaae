// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <nuthatch/detail/saturated.hpp>

namespace nuthatch::effects {

/// The numbers from `first` up to, but excluding, `last`. Empty if last <= first.
template <class Value>
struct basic_interval {
  Value first = 0;
  Value last = 0;

  [[nodiscard]] constexpr bool empty() const noexcept { return first >= last; }

  [[nodiscard]] constexpr bool overlaps(const basic_interval& other) const noexcept {
    return std::max(first, other.first) < std::min(last, other.last);
  }

  [[nodiscard]] constexpr bool covers(const basic_interval& other) const noexcept {
    return other.empty() || (first <= other.first && other.last <= last);
  }

  /// Returns whether there is no gap between the intervals.
  [[nodiscard]] constexpr bool joins(const basic_interval& other) const noexcept {
    return empty() || other.empty() || std::max(first, other.first) <= std::min(last, other.last);
  }

  /// Returns the smallest interval that contains both, including a gap between them.
  [[nodiscard]] constexpr basic_interval united(const basic_interval& other) const noexcept {
    if (empty() || other.empty()) {
      return empty() ? other : *this;
    }
    return {std::min(first, other.first), std::max(last, other.last)};
  }

  /// Returns the number of elements.
  [[nodiscard]] constexpr std::make_unsigned_t<Value> size() const noexcept {
    using number = std::make_unsigned_t<Value>;
    return empty() ? 0
                   : static_cast<number>(static_cast<number>(last) - static_cast<number>(first));
  }

  /// Returns the interval extended by `halo` at both ends, or shortened if it is negative. The ends
  /// saturate at the limits of the type, so a halo may be unbounded.
  [[nodiscard]] constexpr basic_interval grown(Value halo) const noexcept {
    return {detail::saturated_difference(first, halo), detail::saturated_sum(last, halo)};
  }

  [[nodiscard]] constexpr basic_interval clipped(const basic_interval& to) const noexcept {
    return {std::max(first, to.first), std::min(last, to.last)};
  }

  friend constexpr bool operator==(const basic_interval&, const basic_interval&) = default;
};

/// An interval of indices.
using interval = basic_interval<std::ptrdiff_t>;

/// The addresses between which a region lies. It may include gaps that are not part of the region.
using extent = basic_interval<std::uintptr_t>;

}  // namespace nuthatch::effects
