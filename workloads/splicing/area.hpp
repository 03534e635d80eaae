// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <nuthatch/effects.hpp>

namespace nuthatch::workloads {

/// Cells of an array: an interval of indices in each dimension.
template <std::size_t D>
using area = std::array<effects::interval, D>;

/// A number of indices in each dimension.
template <std::size_t D>
using extents = std::array<std::ptrdiff_t, D>;

[[nodiscard]] constexpr std::ptrdiff_t length(const effects::interval& side) noexcept {
  return side.last - side.first;
}

template <std::size_t D>
[[nodiscard]] constexpr bool is_empty(const area<D>& cells) noexcept {
  for (const effects::interval& side : cells) {
    if (side.empty()) {
      return true;
    }
  }
  return false;
}

/// The number of these cells.
template <std::size_t D>
[[nodiscard]] constexpr std::ptrdiff_t count(const area<D>& cells) noexcept {
  std::ptrdiff_t all = 1;
  for (const effects::interval& side : cells) {
    all *= side.empty() ? 0 : length(side);
  }
  return all;
}

/// Two halves, cut in the first dimension in which there are more cells than a leaf may have.
/// Nothing if the area is a leaf.
template <std::size_t D>
[[nodiscard]] constexpr std::optional<std::pair<area<D>, area<D>>> halves(
    const area<D>& cells, const extents<D>& leaf) noexcept {
  for (std::size_t d = 0; d < D; ++d) {
    if (length(cells[d]) > leaf[d]) {
      area<D> low = cells;
      area<D> high = cells;
      low[d].last = high[d].first = cells[d].first + length(cells[d]) / 2;
      return std::pair(low, high);
    }
  }
  return std::nullopt;
}

}  // namespace nuthatch::workloads
