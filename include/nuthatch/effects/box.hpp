// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/saturated.hpp>
#include <nuthatch/effects/interval.hpp>
#include <nuthatch/effects/region.hpp>

namespace nuthatch::effects {

/// A region: the elements of an array of Dimensions dimensions whose index lies in an interval in
/// each dimension. Neighbours in the last dimension are contiguous in memory. The members are those
/// of the concept `region`.
///
/// Comparisons are exact between boxes of the same array, which is identified by shape and address.
/// Boxes of different arrays, or of different views of one array, overlap if their extents do.
template <std::size_t Dimensions>
class box {
 public:
  using intervals = std::array<interval, Dimensions>;

  constexpr box() noexcept = default;

  /// @param array    the address of the element whose indices are all 0.
  /// @param strides  the distance between neighbours in each dimension, in bytes.
  /// @param element  the size of an element, in bytes.
  /// @param sides    the interval of indices in each dimension.
  box(const void* array,
      const std::array<std::ptrdiff_t, Dimensions>& strides,
      std::size_t element,
      const intervals& sides) noexcept
      : array_(reinterpret_cast<std::uintptr_t>(array)),
        element_(element),
        strides_(strides),
        sides_(sides) {}

  [[nodiscard]] constexpr bool empty() const noexcept {
    return std::any_of(
        sides_.begin(), sides_.end(), [](const interval& side) { return side.empty(); });
  }

  [[nodiscard]] constexpr const intervals& sides() const noexcept { return sides_; }

  [[nodiscard]] constexpr bool same_array(const box& other) const noexcept {
    return array_ == other.array_ && strides_ == other.strides_ && element_ == other.element_;
  }

  [[nodiscard]] constexpr bool overlaps(const box& other) const noexcept {
    if (!same_array(other)) {
      return within().overlaps(other.within());
    }
    for (std::size_t d = 0; d < Dimensions; ++d) {
      if (!sides_[d].overlaps(other.sides_[d])) {
        return false;
      }
    }
    return true;
  }

  /// A union exists if both boxes are of the same array.
  [[nodiscard]] constexpr bool unites(const box& other) const noexcept {
    return empty() || other.empty() || same_array(other);
  }

  /// True if one box covers the other, or if they differ in only one dimension, without a gap.
  [[nodiscard]] constexpr bool joins(const box& other) const noexcept {
    if (!unites(other)) {
      return false;
    }
    std::size_t different = 0;
    bool gap = false;
    for (std::size_t d = 0; d < Dimensions; ++d) {
      different += sides_[d] == other.sides_[d] ? 0U : 1U;
      gap = gap || !sides_[d].joins(other.sides_[d]);
    }
    return (different <= 1 && !gap) || covers(other) || other.covers(*this);
  }

  /// Returns the smallest box around both.
  [[nodiscard]] constexpr box united(const box& other) const noexcept {
    if (empty() || other.empty()) {
      return empty() ? other : *this;
    }
    box both = *this;
    for (std::size_t d = 0; d < Dimensions; ++d) {
      both.sides_[d] = sides_[d].united(other.sides_[d]);
    }
    return both;
  }

  [[nodiscard]] constexpr bool covers(const box& other) const noexcept {
    if (other.empty()) {
      return true;
    }
    if (!same_array(other)) {
      return false;
    }
    for (std::size_t d = 0; d < Dimensions; ++d) {
      if (!sides_[d].covers(other.sides_[d])) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] constexpr extent within() const noexcept {
    if (empty()) {
      return {};
    }
    std::ptrdiff_t first = 0;
    auto last = static_cast<std::ptrdiff_t>(element_);
    for (std::size_t d = 0; d < Dimensions; ++d) {
      using detail::saturated_product;
      first = detail::saturated_sum(first, saturated_product(sides_[d].first, strides_[d]));
      last = detail::saturated_sum(last, saturated_product(sides_[d].last - 1, strides_[d]));
    }
    return {address_at(first), address_at(last)};
  }

  [[nodiscard]] constexpr std::size_t bytes() const noexcept {
    std::size_t all = empty() ? 0 : element_;
    for (const interval& side : sides_) {
      all = detail::saturated_product(all, side.size());
    }
    return all;
  }

  /// Returns the address of the element whose indices are all 0.
  [[nodiscard]] constexpr std::uintptr_t array() const noexcept { return array_; }

  /// Exact if the elements lie in memory in the order of their indices, as those of an array_view
  /// do.
  [[nodiscard]] constexpr std::uintptr_t stretch_end(std::uintptr_t from) const noexcept {
    const extent all = within();
    if (from < all.first || from >= all.last) {
      return from;
    }
    if (!in_order()) {
      return all.last;
    }
    std::uintptr_t rest = from - all.first;  // behind the first element with the indices so far
    for (std::size_t d = 0; d < (row_is_dense() ? Dimensions - 1 : Dimensions); ++d) {
      const std::uintptr_t index = index_at(d, rest);
      if (index >= length(d)) {
        return from;
      }
      rest -= index * static_cast<std::uintptr_t>(strides_[d]);
    }
    const std::uintptr_t stretch = row_is_dense() ? row_bytes() : element_;
    return rest < stretch ? from - rest + stretch : from;
  }

  template <class Visit>
  [[nodiscard]] constexpr bool each_stretch(Visit visit) const {
    return empty() || each_stretch(visit, 0, within().first);
  }

 private:
  /// Returns the address at a distance from the element whose indices are all 0, limited to the
  /// address space.
  [[nodiscard]] constexpr std::uintptr_t address_at(std::ptrdiff_t bytes) const noexcept {
    const auto distance = static_cast<std::uintptr_t>(bytes);
    return bytes < 0 ? detail::saturated_difference(array_, std::uintptr_t{0} - distance)
                     : detail::saturated_sum(array_, distance);
  }

  [[nodiscard]] constexpr std::uintptr_t length(std::size_t d) const noexcept {
    return sides_[d].size();
  }

  [[nodiscard]] constexpr bool row_is_dense() const noexcept {
    return strides_[Dimensions - 1] == static_cast<std::ptrdiff_t>(element_) ||
           length(Dimensions - 1) == 1;
  }

  [[nodiscard]] constexpr std::uintptr_t row_bytes() const noexcept {
    return length(Dimensions - 1) * element_;
  }

  /// Returns whether the stride of each dimension exceeds the extent of the dimensions after it.
  [[nodiscard]] constexpr bool in_order() const noexcept {
    std::uintptr_t inner = element_;
    for (std::size_t d = Dimensions; d-- > 0;) {
      if (length(d) == 1) {
        continue;
      }
      if (strides_[d] <= 0 || static_cast<std::uintptr_t>(strides_[d]) < inner) {
        return false;
      }
      inner += (length(d) - 1) * static_cast<std::uintptr_t>(strides_[d]);
    }
    return true;
  }

  /// Returns the index in dimension `d` of the byte at a distance from the start of the box. The
  /// first index of the box is 0.
  [[nodiscard]] constexpr std::uintptr_t index_at(std::size_t d,
                                                  std::uintptr_t behind) const noexcept {
    return length(d) == 1 ? 0 : behind / static_cast<std::uintptr_t>(strides_[d]);
  }

  template <class Visit>
  [[nodiscard]] constexpr bool each_stretch(Visit& visit, std::size_t d, std::uintptr_t at) const {
    if (d == Dimensions || (d + 1 == Dimensions && row_is_dense())) {
      return visit(extent{at, at + (d == Dimensions ? element_ : row_bytes())});
    }
    for (std::uintptr_t i = 0; i < length(d); ++i) {
      if (!each_stretch(visit, d + 1, at + i * static_cast<std::uintptr_t>(strides_[d]))) {
        return false;
      }
    }
    return true;
  }

  std::uintptr_t array_ = 0;
  std::size_t element_ = 0;
  std::array<std::ptrdiff_t, Dimensions> strides_{};
  intervals sides_{};
};

}  // namespace nuthatch::effects
