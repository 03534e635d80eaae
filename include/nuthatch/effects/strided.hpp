// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// Blocks of equal length at equal distances: a column of a matrix, every other element.
///
/// Exact between regions with the same distance from block to block; others overlap where their
/// extents do.
class strided {
 public:
  constexpr strided() noexcept = default;

  /// `count` blocks of `length` bytes, the first at `first`, each `stride` bytes behind the one
  /// before, which is at least their length.
  strided(const void* first, std::size_t length, std::size_t stride, std::size_t count) noexcept
      : first_(reinterpret_cast<std::uintptr_t>(first)),
        length_(count == 0 ? 0 : length),
        stride_(stride),
        count_(length == 0 ? 0 : count) {}

  /// Every `step`-th element of an array from `first` on and before `last`.
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

  /// Exact where the distances are equal, or this is one block.
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

  /// One of them where it covers the other, or one block around both.
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

  /// Of a block, and how many there are.
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

  /// Block i of this and block j of the other have a byte in common where, for t = i - j,
  /// -length < first - other.first + t * stride < other.length. Looks for a t that there is.
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
