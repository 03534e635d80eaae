// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <type_traits>

#include <nuthatch/detail/loop_bounds.hpp>

namespace nuthatch {

/// The integers first, first + step, first + 2 * step and so on, as a random-access range; see
/// stepped().
template <detail::counted_integer Index>
class stepped_view : public std::ranges::view_interface<stepped_view<Index>> {
 public:
  class iterator {
   public:
    using value_type = Index;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    constexpr iterator() noexcept = default;

    [[nodiscard]] constexpr Index operator*() const noexcept { return of(at_); }

    [[nodiscard]] constexpr Index operator[](difference_type n) const noexcept {
      return of(at_ + n);
    }

    constexpr iterator& operator++() noexcept { return *this += 1; }

    constexpr iterator operator++(int) noexcept {
      const iterator before = *this;
      ++*this;
      return before;
    }

    constexpr iterator& operator--() noexcept { return *this -= 1; }

    constexpr iterator operator--(int) noexcept {
      const iterator before = *this;
      --*this;
      return before;
    }

    constexpr iterator& operator+=(difference_type n) noexcept {
      at_ += n;
      return *this;
    }

    constexpr iterator& operator-=(difference_type n) noexcept {
      at_ -= n;
      return *this;
    }

    [[nodiscard]] friend constexpr iterator operator+(iterator a, difference_type n) noexcept {
      return a += n;
    }

    [[nodiscard]] friend constexpr iterator operator+(difference_type n, iterator a) noexcept {
      return a += n;
    }

    [[nodiscard]] friend constexpr iterator operator-(iterator a, difference_type n) noexcept {
      return a -= n;
    }

    [[nodiscard]] friend constexpr difference_type operator-(const iterator& a,
                                                             const iterator& b) noexcept {
      return a.at_ - b.at_;
    }

    [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
      return a.at_ == b.at_;
    }

    [[nodiscard]] friend constexpr auto operator<=>(const iterator& a, const iterator& b) noexcept {
      return a.at_ <=> b.at_;
    }

   private:
    friend class stepped_view;

    constexpr iterator(std::uint64_t first, std::uint64_t step, difference_type at) noexcept
        : first_(first),
          step_(step),
          at_(at) {}

    /// Modulo 2⁶⁴, so that negative steps and indices need no other case.
    [[nodiscard]] constexpr Index of(difference_type n) const noexcept {
      return static_cast<Index>(first_ + static_cast<std::uint64_t>(n) * step_);
    }

    std::uint64_t first_ = 0;
    std::uint64_t step_ = 1;
    difference_type at_ = 0;
  };

  constexpr stepped_view() noexcept = default;

  /// See stepped().
  constexpr stepped_view(Index first, Index last, std::ptrdiff_t step)
      : first_(static_cast<std::uint64_t>(first)),
        step_(static_cast<std::uint64_t>(step)),
        size_(count(first, last, step)) {}

  [[nodiscard]] constexpr iterator begin() const noexcept { return {first_, step_, 0}; }

  [[nodiscard]] constexpr iterator end() const noexcept { return {first_, step_, size_}; }

  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return static_cast<std::size_t>(size_);
  }

 private:
  [[nodiscard]] static constexpr std::ptrdiff_t count(Index first,
                                                      Index last,
                                                      std::ptrdiff_t step) {
    if (step == 0) {
      throw std::invalid_argument("stepped: a step of 0 reaches no end");
    }
    if (step > 0 ? last <= first : first <= last) {
      return 0;
    }
    const auto from = static_cast<std::uint64_t>(first);
    const auto to = static_cast<std::uint64_t>(last);
    const std::uint64_t way = step > 0 ? to - from : from - to;
    const std::uint64_t each =
        step > 0 ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
    const std::uint64_t steps = (way - 1) / each + 1;
    if (steps > std::uint64_t{std::numeric_limits<std::ptrdiff_t>::max()}) {
      throw std::invalid_argument("stepped: there are 2^63 indices or more");
    }
    return static_cast<std::ptrdiff_t>(steps);
  }

  std::uint64_t first_ = 0;
  std::uint64_t step_ = 1;
  std::ptrdiff_t size_ = 0;
};

/// Returns the range of the integers first, first + step, … before last. If the step is negative,
/// they descend, and end after last. Loops and algorithms take it as they take a container:
///
///     nuthatch::parallel_for(nuthatch::stepped(0, n, 2), [&](int i) { a[i] += a[i + 1]; });
///
/// @param first, last  integers; those of two types are converted to their common type.
/// @param step         any number but 0.
/// @throws std::invalid_argument for a step of 0; for 2⁶³ indices or more; if the common type is
///         unsigned and a bound is negative.
template <detail::counted_integer First, detail::counted_integer Last>
[[nodiscard]] constexpr auto stepped(First first, Last last, std::ptrdiff_t step) {
  using index = std::common_type_t<First, Last>;
  return stepped_view<index>(detail::as_index<index>(first), detail::as_index<index>(last), step);
}

}  // namespace nuthatch

template <class Index>
inline constexpr bool std::ranges::enable_borrowed_range<nuthatch::stepped_view<Index>> = true;
