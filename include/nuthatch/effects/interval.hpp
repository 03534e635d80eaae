// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <nuthatch/detail/saturated.hpp>

namespace nuthatch::effects {

/// Numbers from `first` on and below `last`; none where `last` is not above `first`.
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

  /// Whether nothing lies between them.
  [[nodiscard]] constexpr bool joins(const basic_interval& other) const noexcept {
    return empty() || other.empty() || std::max(first, other.first) <= std::min(last, other.last);
  }

  /// With what lies between them.
  [[nodiscard]] constexpr basic_interval united(const basic_interval& other) const noexcept {
    if (empty() || other.empty()) {
      return empty() ? other : *this;
    }
    return {std::min(first, other.first), std::max(last, other.last)};
  }

  /// How many there are.
  [[nodiscard]] constexpr std::make_unsigned_t<Value> size() const noexcept {
    using number = std::make_unsigned_t<Value>;
    return empty() ? 0
                   : static_cast<number>(static_cast<number>(last) - static_cast<number>(first));
  }

  /// With so many more on either side, or fewer for a negative number. The smallest and the largest
  /// number of the type are the ends: a halo may be unbounded.
  [[nodiscard]] constexpr basic_interval grown(Value halo) const noexcept {
    return {detail::saturated_difference(first, halo), detail::saturated_sum(last, halo)};
  }

  [[nodiscard]] constexpr basic_interval clipped(const basic_interval& to) const noexcept {
    return {std::max(first, to.first), std::min(last, to.last)};
  }

  friend constexpr bool operator==(const basic_interval&, const basic_interval&) = default;
};

/// Indices.
using interval = basic_interval<std::ptrdiff_t>;

/// Addresses between which a region lies. There may be gaps that do not belong to it.
using extent = basic_interval<std::uintptr_t>;

}  // namespace nuthatch::effects
