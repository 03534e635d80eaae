#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

#include <nuthatch/effects/box.hpp>

namespace nuthatch::effects {

/// Somebody else's array of D dimensions, the last of which has its elements side by side: by
/// index, and as regions for effects. A view is copied like a pointer.
template <class T, std::size_t D>
class array_view {
 public:
  using sizes = std::array<std::ptrdiff_t, D>;

  /// Elements that lie without gaps.
  constexpr array_view(T* first, const sizes& size) noexcept
      : array_view(first, size, size[D - 1]) {}

  /// Rows, the last dimension, begin `pitch` elements after each other, of which size[D - 1] count.
  constexpr array_view(T* first, const sizes& size, std::ptrdiff_t pitch) noexcept
      : first_(first),
        size_(size) {
    strides_[D - 1] = 1;
    for (std::size_t d = D - 1; d-- > 0;) {
      strides_[d] = strides_[d + 1] * (d + 2 == D ? pitch : size[d + 1]);
    }
  }

  [[nodiscard]] constexpr T* data() const noexcept { return first_; }

  [[nodiscard]] constexpr std::ptrdiff_t size(std::size_t dimension) const noexcept {
    return size_[dimension];
  }

  /// One index for each dimension; not checked.
  template <class... I>
    requires(sizeof...(I) == D && (std::is_integral_v<I> && ...))
  [[nodiscard]] constexpr T& operator()(I... index) const noexcept {
    const std::array<std::ptrdiff_t, D> at{static_cast<std::ptrdiff_t>(index)...};
    std::ptrdiff_t offset = 0;
    for (std::size_t d = 0; d < D; ++d) {
      offset += at[d] * strides_[d];
    }
    return first_[offset];
  }

  /// These of its elements, as many intervals as there are dimensions. What lies outside of the
  /// array is left out: the halo of a block at the edge.
  template <class... Sides>
    requires(sizeof...(Sides) == D && (std::is_convertible_v<Sides, interval> && ...))
  [[nodiscard]] box<D> part(Sides... sides) const noexcept {
    return part(std::array<interval, D>{sides...});
  }

  [[nodiscard]] box<D> part(std::array<interval, D> sides) const noexcept {
    std::array<std::ptrdiff_t, D> bytes{};
    for (std::size_t d = 0; d < D; ++d) {
      sides[d] = sides[d].clipped({0, size_[d]});
      bytes[d] = strides_[d] * static_cast<std::ptrdiff_t>(sizeof(T));
    }
    return {first_, bytes, sizeof(T), sides};
  }

  [[nodiscard]] box<D> all() const noexcept {
    std::array<interval, D> sides{};
    for (std::size_t d = 0; d < D; ++d) {
      sides[d] = {0, size_[d]};
    }
    return part(sides);
  }

 private:
  T* first_;
  sizes size_;
  std::array<std::ptrdiff_t, D> strides_{};
};

}  // namespace nuthatch::effects
