#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/effects/region.hpp>

namespace nuthatch::effects {

/// Indices from `first` on and below `last`.
struct interval {
  std::ptrdiff_t first = 0;
  std::ptrdiff_t last = 0;

  [[nodiscard]] constexpr bool empty() const noexcept { return first >= last; }

  [[nodiscard]] constexpr bool overlaps(const interval& other) const noexcept {
    return std::max(first, other.first) < std::min(last, other.last);
  }

  [[nodiscard]] constexpr bool covers(const interval& other) const noexcept {
    return first <= other.first && other.last <= last;
  }

  [[nodiscard]] constexpr interval united(const interval& other) const noexcept {
    return {std::min(first, other.first), std::max(last, other.last)};
  }

  /// With so many more on either side.
  [[nodiscard]] constexpr interval grown(std::ptrdiff_t halo) const noexcept {
    return {first - halo, last + halo};
  }

  [[nodiscard]] constexpr interval clipped(const interval& to) const noexcept {
    return {std::max(first, to.first), std::min(last, to.last)};
  }

  friend constexpr bool operator==(const interval&, const interval&) = default;
};

/// A part of an array of D dimensions: those elements whose index lies, in each dimension, in an
/// interval. The last dimension is the one whose neighbours lie beside each other in memory.
///
/// Exact between boxes of the same array, as shape and address tell. Boxes of different arrays, and
/// of different views of one, overlap where their extents do.
template <std::size_t D>
class box {
 public:
  using intervals = std::array<interval, D>;

  constexpr box() noexcept = default;

  /// `array` is the address of the element whose indices are all 0; `strides` are in bytes.
  box(const void* array,
      const std::array<std::ptrdiff_t, D>& strides,
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
      return !within().apart(other.within());
    }
    for (std::size_t d = 0; d < D; ++d) {
      if (!sides_[d].overlaps(other.sides_[d])) {
        return false;
      }
    }
    return true;
  }

  /// There is one where both are of the same array.
  [[nodiscard]] constexpr bool unites(const box& other) const noexcept {
    return empty() || other.empty() || same_array(other);
  }

  /// One covers the other, or they differ in one dimension only, without a gap.
  [[nodiscard]] constexpr bool joins(const box& other) const noexcept {
    if (!unites(other)) {
      return false;
    }
    std::size_t different = 0;
    bool gap = false;
    for (std::size_t d = 0; d < D; ++d) {
      different += sides_[d] == other.sides_[d] ? 0 : 1;
      gap = gap || std::max(sides_[d].first, other.sides_[d].first) >
                       std::min(sides_[d].last, other.sides_[d].last);
    }
    return (different <= 1 && !gap) || covers(other) || other.covers(*this);
  }

  /// The smallest box around both.
  [[nodiscard]] constexpr box united(const box& other) const noexcept {
    if (empty() || other.empty()) {
      return empty() ? other : *this;
    }
    box both = *this;
    for (std::size_t d = 0; d < D; ++d) {
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
    for (std::size_t d = 0; d < D; ++d) {
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
    std::ptrdiff_t last = static_cast<std::ptrdiff_t>(element_);
    for (std::size_t d = 0; d < D; ++d) {
      first += sides_[d].first * strides_[d];
      last += (sides_[d].last - 1) * strides_[d];
    }
    return {array_ + static_cast<std::uintptr_t>(first),
            array_ + static_cast<std::uintptr_t>(last)};
  }

  [[nodiscard]] constexpr std::size_t bytes() const noexcept {
    std::size_t all = empty() ? 0 : element_;
    for (const interval& side : sides_) {
      all *= static_cast<std::size_t>(std::max<std::ptrdiff_t>(side.last - side.first, 0));
    }
    return all;
  }

 private:
  std::uintptr_t array_ = 0;
  std::size_t element_ = 0;
  std::array<std::ptrdiff_t, D> strides_{};
  intervals sides_{};
};

}  // namespace nuthatch::effects
