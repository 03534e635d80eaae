// SPDX-License-Identifier: Apache-2.0
#pragma once

// The smallest of many elements, if only few of them are wanted.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <nuthatch/detail/sort/classes.hpp>
#include <nuthatch/detail/sort/memory.hpp>
#include <nuthatch/detail/sort/order.hpp>
#include <nuthatch/detail/sort/parts.hpp>
#include <nuthatch/detail/sort/small.hpp>

namespace nuthatch::detail::sorting {

/// A list of the numbers of elements that are not larger than one of a sample. Most likely they
/// include the `rank` smallest ones, and are few.
class list_of_smallest {
 public:
  /// @throws std::bad_alloc
  list_of_smallest(std::uint64_t n, std::uint64_t rank, std::uint64_t least_part)
      : rank_(rank),
        parts_(n, std::max(least_part, least_elements), most_parts),
        room_(n >= least_elements && rank <= n / most_fraction ? n / parts_.parts / 4 : 0),
        listed_(room_ * parts_.parts) {}

  /// Lists elements, of which value(i) returns the one of number i. Returns whether the list
  /// includes the smallest ones; otherwise it has no meaning.
  template <class Value, class ValueOf, class Order>
  [[nodiscard]] bool fill(const ValueOf& value, const Order& order) {
    if (room_ == 0) {
      return false;
    }
    std::uint64_t numbers[most_samples];
    choose_bound<Value>(value, numbers, order);
    if (order.has_failed()) [[unlikely]] {
      return false;
    }
    sorting::for_each_part(parts_.parts, [&](std::uint64_t part) noexcept {
      found_[part] = list_part<Value>(part, numbers[0], value, order);
    });
    count_ = 0;
    for (std::uint64_t part = 0; part != parts_.parts; ++part) {
      if (found_[part] + between_looks > room_) {
        return false;
      }
      count_ += found_[part];
    }
    return count_ >= rank_ && !order.has_failed();
  }

  /// The number of listed elements.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  /// Calls each(i) for the listed numbers in their order.
  template <class Each>
  void for_each(Each each) const {
    for (std::uint64_t part = 0; part != parts_.parts; ++part) {
      const std::uint64_t* const list = listed_.get() + part * room_;
      for (std::uint64_t k = 0; k != found_[part]; ++k) {
        each(list[k]);
      }
    }
  }

 private:
  static constexpr std::uint64_t most_samples = 1024;
  static constexpr std::uint64_t least_elements = 4096;
  static constexpr std::uint64_t most_fraction = 16;
  static constexpr std::uint64_t most_parts = 256;
  static constexpr std::uint64_t between_looks = 16;

  /// Stores the number of the bound as the first one.
  template <class Value, class ValueOf, class Order>
  void choose_bound(const ValueOf& value, std::uint64_t* numbers, const Order& order) const {
    constexpr std::uint64_t long_range = std::uint64_t{1} << 19U;
    const std::uint64_t samples = parts_.n < long_range ? most_samples / 4 : most_samples;
    sample_positions next(parts_.n, samples);
    std::uint64_t spare[most_samples];
    for (std::uint64_t i = 0; i != samples; ++i) {
      numbers[i] = next.next();
    }
    const number_order<Value, ValueOf, Order> by_number{value, order};
    sorting::merge_sort(numbers, samples, spare, place::home, place::home, by_number);
    // Above the expected number by twice its standard deviation, or more.
    const std::uint64_t expected = rank_ / (parts_.n / samples);
    const std::uint64_t margin = 4 + 2 * static_cast<std::uint64_t>(std::bit_width(expected));
    numbers[0] = numbers[std::min(expected + margin, samples - 1)];
  }

  /// Orders elements by their numbers.
  template <class Value, class ValueOf, class Order>
  struct number_order {
    const ValueOf& value;
    const Order& order;

    [[nodiscard]] bool has_failed() const noexcept { return order.has_failed(); }

    void note_failure() const noexcept { order.note_failure(); }

    [[nodiscard]] bool less(std::uint64_t& a, std::uint64_t& b) const {
      auto&& left = value(a);
      auto&& right = value(b);
      return order.less(left, right);
    }
  };

  /// Lists elements of a part, and returns how many. Most elements are none of them, so it looks at
  /// some at a time.
  template <class Value, class ValueOf, class Order>
  [[nodiscard]] std::uint64_t list_part(std::uint64_t part,
                                        std::uint64_t number_of_bound,
                                        const ValueOf& value,
                                        const Order& order) const noexcept {
    std::uint64_t* const list = listed_.get() + part * room_;
    std::uint64_t count = 0;
    if (order.has_failed()) [[unlikely]] {
      return room_;
    }
    order_in_block less(order);
    auto&& bound = value(number_of_bound);
    std::uint64_t i = parts_.begin(part);
    const std::uint64_t end = parts_.end(part);
    const auto is_listed = [&](std::uint64_t at) __attribute__((always_inline)) {
      auto&& one = value(at);
      return !less(bound, one);
    };
    while (i != end && count + between_looks <= room_ && !less.failed()) {
      const std::uint64_t now = std::min(end - i, between_looks);
      bool any = false;
      if (now == between_looks) {
        unsigned found = 0;
#pragma GCC unroll 16
        for (std::uint64_t k = 0; k != between_looks; ++k) {
          found |= static_cast<unsigned>(is_listed(i + k));
        }
        any = found != 0;
      }
      if (any || now != between_looks) {
        for (std::uint64_t k = 0; k != now; ++k) {
          list[count] = i + k;
          count += sorting::counted(is_listed(i + k));
        }
      }
      i += now;
    }
    return i == end ? count : room_;
  }

  const std::uint64_t rank_;
  const even_parts parts_;
  const std::uint64_t room_;
  const scratch_memory<std::uint64_t> listed_;
  std::uint64_t count_ = 0;
  std::uint64_t found_[most_parts];
};

/// Moves elements that include the `rank` smallest ones, if these are few, to the beginning. The
/// others stay, unless they are in the way. Returns how many there are; n if nothing was done.
template <class Value, class Order>
[[nodiscard]] std::uint64_t gather_smallest(
    Value* at, std::uint64_t n, std::uint64_t rank, std::uint64_t least_part, const Order& order) {
  list_of_smallest list(n, rank, least_part);
  const auto value = [at](std::uint64_t i) -> Value& {
    return at[i];
  };
  if (!list.fill<Value>(value, order)) {
    return n;
  }
  // An element that belongs to the beginning changes places with the first one there that does not.
  // The elements before `hole` belong there.
  std::uint64_t hole = 0;
  list.for_each([at, &hole](std::uint64_t i) {
    if (i != hole) {
      Value held(std::move(at[i]));
      at[i] = std::move(at[hole]);
      at[hole] = std::move(held);
    }
    ++hole;
  });
  return list.count();
}

}  // namespace nuthatch::detail::sorting
