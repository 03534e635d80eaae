// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::detail {

/// A part of the index space of a step: an interval of indices in each of up to three dimensions.
/// Dimensions that the step does not have contain one index. Slices are cut across the first
/// dimension.
struct block {
  static constexpr std::size_t dimensions = 3;

  std::array<effects::interval, dimensions> sides{{{0, 1}, {0, 1}, {0, 1}}};

  block() = default;

  template <std::size_t Dimensions>
    requires(Dimensions <= dimensions)
  explicit constexpr block(const std::array<effects::interval, Dimensions>& of) noexcept {
    for (std::size_t d = 0; d < Dimensions; ++d) {
      sides[d] = of[d];
    }
  }

  explicit constexpr block(const effects::interval& of) noexcept { sides[0] = of; }

  /// Returns the block as an interval, or as an array of intervals.
  template <class Where>
  [[nodiscard]] constexpr Where as() const noexcept {
    if constexpr (std::is_same_v<Where, effects::interval>) {
      return sides[0];
    } else {
      Where of{};
      for (std::size_t d = 0; d < of.size(); ++d) {
        of[d] = sides[d];
      }
      return of;
    }
  }

  [[nodiscard]] constexpr bool empty() const noexcept {
    return sides[0].empty() || sides[1].empty() || sides[2].empty();
  }

  /// Returns the first index of the first dimension.
  [[nodiscard]] constexpr std::ptrdiff_t first() const noexcept { return sides[0].first; }

  [[nodiscard]] constexpr std::size_t size(std::size_t dimension) const noexcept {
    return sides[dimension].size();
  }

  /// Returns this block with another interval in one dimension.
  [[nodiscard]] constexpr block with(std::size_t dimension,
                                     const effects::interval& side) const noexcept {
    block other = *this;
    other.sides[dimension] = side;
    return other;
  }

  friend constexpr bool operator==(const block&, const block&) = default;
};

}  // namespace nuthatch::detail
