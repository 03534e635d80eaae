// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// A region of blocks of equal length at equal distances: a column of a matrix, every other
/// element. The members are those of the concept `region`.
///
/// Comparisons are exact between regions with the same stride; others overlap if their extents do.
class strided {
 public:
  constexpr strided() noexcept = default;

  /// @param first   the start of the first block.
  /// @param length  the size of a block, in bytes.
  /// @param stride  the distance from each block to the next, in bytes; at least `length`.
  /// @param count   the number of blocks.
  strided(const void* first, std::size_t length, std::size_t stride, std::size_t count) noexcept
      : first_(reinterpret_cast<std::uintptr_t>(first)),
        length_(count == 0 ? 0 : length),
        stride_(stride),
        count_(length == 0 ? 0 : count) {}

  /// Returns the region of every `step`-th element of the array [first, last).
  template <class Value>
  static strided elements(const Value* first, const Value* last, std::size_t step) noexcept {
    const auto all = first < last ? static_cast<std::size_t>(last - first) : 0;
    return strided(first, sizeof(Value), step * sizeof(Value), (all + step - 1) / step);
  }

  [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }

  [[nodiscard]] constexpr bool overlaps(const strided& other) const noexcept {
    if (!within().overlaps(other.within())) {
      return false;
    }
    return stride_ != other.stride_ || block_overlaps(other);
  }

  /// Exact if the strides are equal, or if this is a single block.
  [[nodiscard]] constexpr bool covers(const strided& other) const noexcept {
    if (other.empty()) {
      return true;
    }
    if (empty() || other.first_ < first_) {
      return false;
    }
    if (count_ == 1) {
      return other.within().last <= within().last;
    }
    const std::size_t apart = other.first_ - first_;
    return stride_ == other.stride_ && apart % stride_ + other.length_ <= length_ &&
           apart / stride_ + other.count_ <= count_;
  }

  [[nodiscard]] constexpr bool unites(const strided& /*other*/) const noexcept { return true; }

  [[nodiscard]] constexpr bool joins(const strided& other) const noexcept {
    return covers(other) || other.covers(*this);
  }

  /// Returns one of the regions if it covers the other, otherwise one block around both.
  [[nodiscard]] constexpr strided united(const strided& other) const noexcept {
    if (covers(other)) {
      return *this;
    }
    if (other.covers(*this)) {
      return other;
    }
    const extent all = within().united(other.within());
    strided block;
    block.first_ = all.first;
    block.length_ = block.stride_ = all.last - all.first;
    block.count_ = 1;
    return block;
  }

  [[nodiscard]] constexpr extent within() const noexcept {
    return {first_, empty() ? first_ : first_ + (count_ - 1) * stride_ + length_};
  }

  [[nodiscard]] constexpr std::size_t bytes() const noexcept { return length_ * count_; }

  /// length() is the size of a block, in bytes; count() is the number of blocks.
  [[nodiscard]] constexpr std::size_t length() const noexcept { return length_; }

  [[nodiscard]] constexpr std::size_t stride() const noexcept { return stride_; }

  [[nodiscard]] constexpr std::size_t count() const noexcept { return count_; }

  [[nodiscard]] constexpr std::uintptr_t stretch_end(std::uintptr_t from) const noexcept {
    const extent all = within();
    if (from < all.first || from >= all.last) {
      return from;
    }
    if (count_ == 1) {
      return all.last;
    }
    const std::size_t in_block = (from - first_) % stride_;
    return in_block < length_ ? from - in_block + length_ : from;
  }

  template <class Visit>
  [[nodiscard]] constexpr bool each_stretch(Visit visit) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uintptr_t first = first_ + i * stride_;
      if (!visit(extent{first, first + length_})) {
        return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::int64_t below(std::int64_t a, std::int64_t b) noexcept {  // floor(a / b)
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
  }

  /// Block i of this region and block j of the other have a byte in common if, for t = i - j,
  /// -length < first - other.first + t * stride < other.length. Searches for a t that exists.
  [[nodiscard]] constexpr bool block_overlaps(const strided& other) const noexcept {
    const auto apart = static_cast<std::int64_t>(first_ - other.first_);
    const auto stride = static_cast<std::int64_t>(stride_);
    const std::int64_t from = below(-static_cast<std::int64_t>(length_) - apart, stride) + 1;
    const std::int64_t to = below(static_cast<std::int64_t>(other.length_) - apart - 1, stride);
    const std::int64_t least = 1 - static_cast<std::int64_t>(other.count_);
    const std::int64_t most = static_cast<std::int64_t>(count_) - 1;
    return (from > least ? from : least) <= (to < most ? to : most);
  }

  std::uintptr_t first_ = 0;
  std::size_t length_ = 0;
  std::size_t stride_ = 1;
  std::size_t count_ = 0;
};

}  // namespace nuthatch::effects
