// SPDX-License-Identifier: Apache-2.0
#pragma once

// The classes into which a level of a sort divides its elements.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/sort/order.hpp>
#include <nuthatch/detail/sort/small.hpp>

namespace nuthatch::detail::sorting {

/// The positions of a sample: one in each of `count` equal parts of `n` elements, at a
/// pseudo-random place that follows from n alone.
class sample_positions {
 public:
  sample_positions(std::uint64_t n, std::uint64_t count) noexcept
      : step_(n / count),
        state_(n * 0x9e3779b97f4a7c15U + 1) {}

  [[nodiscard]] std::uint64_t next() noexcept {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t within = ((state_ >> 32U) * step_) >> 32U;
    const std::uint64_t at = begin_ + within;
    begin_ += step_;
    return at;
  }

 private:
  std::uint64_t step_;
  std::uint64_t begin_ = 0;
  std::uint64_t state_;
};

/// Classes of elements whose keys begin with the same digits. The keys from `low` on are cut into
/// intervals of 2^shift; the first class has the keys below, too, and the last one those above.
template <class Key>
class digit_classes {
 public:
  static constexpr unsigned most_digits = 11;
  static constexpr std::size_t most = std::size_t{1} << most_digits;

  /// Chooses about 2^wanted classes between the keys of a sample, or of all elements.
  template <class Value, class Order>
  void choose(
      Value* from, std::uint64_t n, unsigned wanted, bool exactly, const Order& order) noexcept {
    order_in_block keys_of(order);
    const std::uint64_t samples = exactly ? n : std::clamp<std::uint64_t>(n / 32, 16, 512);
    sample_positions at(n, samples);
    Key least = keys_of.key(from[at.next()]);
    Key greatest = least;
    for (std::uint64_t i = 1; i != samples; ++i) {
      const Key one = keys_of.key(from[at.next()]);
      least = std::min(least, one);
      greatest = std::max(greatest, one);
    }
    // Several levels divide equally, but the first one only so much that each of its classes is
    // written to on a page that the processor knows.
    constexpr unsigned most_at_first = 9;
    const unsigned digits = wanted <= most_digits ? wanted : std::min(most_at_first, wanted / 2);
    divide(least, greatest, std::max(digits, 2U));
  }

  [[nodiscard]] std::size_t count() const noexcept { return static_cast<std::size_t>(last_) + 1; }

  [[nodiscard, gnu::always_inline]] std::size_t of(Key key) const noexcept {
    const Key above = key < low_ ? Key{0} : static_cast<Key>(key - low_);
    return static_cast<std::size_t>(std::min<Key>(above >> shift_, last_));
  }

  /// Counts the elements of each class, and stores their classes.
  template <bool Stores, class Value, class Order>
  void classify(Value* from,
                std::uint64_t n,
                std::uint16_t* numbers,
                std::uint32_t* counts,
                const Order& order) const noexcept {
    order_in_block keys_of(order);
    const digit_classes digits = *this;
    for (std::uint64_t i = 0; i != n; ++i) {
      const std::size_t number = digits.of(keys_of.key(from[i]));
      if constexpr (Stores) {
        numbers[i] = static_cast<std::uint16_t>(number);
      }
      ++counts[number];
    }
  }

  /// Whether all elements of a class are equal.
  [[nodiscard]] bool is_of_equals(std::size_t number) const noexcept {
    return shift_ == 0 && number != 0 && number != static_cast<std::size_t>(last_);
  }

 private:
  /// Divides [least, greatest] into at most 2^digits classes.
  void divide(Key least, Key greatest, unsigned digits) noexcept {
    if (least == greatest) {
      // That key in the middle, with the smaller and the larger ones beside it.
      low_ = least == 0 ? least : least - 1;
      shift_ = 0;
      last_ = 2;
      return;
    }
    const Key range = greatest - least;
    const auto bits = static_cast<unsigned>(std::bit_width(range));
    low_ = least;
    shift_ = bits > digits ? bits - digits : 0;
    last_ = range >> shift_;
  }

  Key low_ = 0;
  unsigned shift_ = 0;
  Key last_ = 0;
};

/// Classes between splitters, which are elements. A search tree of these finds the class of an
/// element with one comparison per level and no branch. If splitters are equal, the elements that
/// are equal to one have classes of their own, with odd numbers.
template <class Value>
class splitter_classes {
 public:
  static constexpr bool by_copy = moves_as_bytes<Value> && sizeof(Value) <= 16;
  static constexpr unsigned most_levels = 8;
  static constexpr std::size_t most = std::size_t{2} << most_levels;
  static constexpr std::size_t most_samples = 1024;

  using item = std::conditional_t<by_copy, Value, Value*>;

  /// Chooses up to 2^wanted - 1 splitters. They stay where they are until all elements are
  /// classified.
  template <class Order>
  [[gnu::noinline]] void choose(Value* from,
                                std::uint64_t n,
                                unsigned wanted,
                                bool /*exactly*/,
                                const Order& order) noexcept {
    const unsigned levels = std::clamp(wanted, 1U, most_levels);
    raw_array<item, most_samples> sample;
    raw_array<item, most_samples> spare;
    const std::uint64_t samples =
        std::min({std::uint64_t{most_samples}, n, std::uint64_t{8} << levels});
    sample_positions at(n, samples);
    for (std::uint64_t i = 0; i != samples; ++i) {
      Value& one = from[at.next()];
      if constexpr (by_copy) {
        sorting::put(sample.all + i, one);
      } else {
        sample.all[i] = std::addressof(one);
      }
    }
    if constexpr (by_copy) {
      sorting::merge_sort(sample.all, samples, spare.all, place::home, place::home, order);
    } else {
      const pointed_order<Order> by_pointer{order};
      sorting::merge_sort(sample.all, samples, spare.all, place::home, place::home, by_pointer);
    }
    take(sample.all, order.has_failed() ? 1 : samples, levels, order);
  }

  [[nodiscard]] std::size_t count() const noexcept { return std::size_t{2} << levels_; }

  [[nodiscard]] bool is_of_equals(std::size_t number) const noexcept { return number % 2 != 0; }

  /// Finds the classes of n elements, and counts those of each class.
  template <bool Stores, class Order>
    requires Stores
  void classify(Value* from,
                std::uint64_t n,
                std::uint16_t* classes,
                std::uint32_t* counts,
                const Order& order) const noexcept {
    order_in_block less(order);
    constexpr std::size_t at_a_time = 8;
    std::size_t i = 0;
    for (; i + at_a_time <= n; i += at_a_time) {
      classify_some<at_a_time>(from + i, classes + i, counts, less);
    }
    for (; i != n; ++i) {
      classify_some<1>(from + i, classes + i, counts, less);
    }
  }

 private:
  [[nodiscard, gnu::always_inline]] static Value& value_of(const item& of) noexcept {
    if constexpr (by_copy) {
      return const_cast<Value&>(of);  // NOLINT: a projection may take it by a plain reference
    } else {
      return *of;
    }
  }

  template <std::size_t Some, class Order>
  [[gnu::always_inline]] void classify_some(Value* from,
                                            std::uint16_t* classes,
                                            std::uint32_t* counts,  // NOLINT: it writes there
                                            order_in_block<Order>& less) const noexcept {
    std::size_t at[Some];
#pragma GCC unroll 8
    for (std::size_t k = 0; k != Some; ++k) {
      at[k] = 1;
    }
    for (unsigned level = 0; level != levels_; ++level) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k != Some; ++k) {
        at[k] = 2 * at[k] + sorting::counted(less(value_of(tree_.all[at[k]]), from[k]));
      }
    }
    const std::size_t leaves = std::size_t{1} << levels_;
    if (has_equals_) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k != Some; ++k) {
        const std::size_t leaf = at[k] - leaves;
        const std::size_t equal =
            1 - sorting::counted(less(from[k], value_of(splitters_.all[leaf])));
        at[k] = 2 * leaf + (equal & static_cast<std::size_t>(leaf != leaves - 1));
      }
    } else {
#pragma GCC unroll 8
      for (std::size_t k = 0; k != Some; ++k) {
        at[k] = 2 * (at[k] - leaves);
      }
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k != Some; ++k) {
      classes[k] = static_cast<std::uint16_t>(at[k]);
      ++counts[at[k]];
    }
  }

  /// Takes splitters from a sorted sample, each once.
  template <class Order>
  void take(item* sample, std::size_t samples, unsigned levels, const Order& order) noexcept {
    order_in_block less(order);
    const std::size_t wanted = (std::size_t{1} << levels) - 1;
    std::size_t taken = 0;
    for (std::size_t i = 0; i != wanted; ++i) {
      item& one = sample[(i + 1) * samples / (wanted + 1)];
      if (taken == 0 || (samples > 1 && less(value_of(splitters_.all[taken - 1]), value_of(one)))) {
        sorting::put(splitters_.all + taken, one);
        ++taken;
      }
    }
    has_equals_ = taken != wanted;
    levels_ = static_cast<unsigned>(std::bit_width(taken));
    const std::size_t leaves = std::size_t{1} << levels_;
    for (std::size_t i = taken; i != leaves; ++i) {
      sorting::put(splitters_.all + i, splitters_.all[taken - 1]);
    }
    for (std::size_t i = 1; i != leaves; ++i) {
      const auto level = static_cast<unsigned>(std::bit_width(i) - 1);
      const std::size_t within = i - (std::size_t{1} << level);
      sorting::put(tree_.all + i, splitters_.all[((2 * within + 1) << (levels_ - level - 1)) - 1]);
    }
  }

  unsigned levels_ = 0;
  bool has_equals_ = false;
  raw_array<item, std::size_t{1} << most_levels> tree_;
  raw_array<item, std::size_t{1} << most_levels> splitters_;
};

template <class Value, class Order>
struct chosen_classes {
  using type = splitter_classes<Value>;
};

template <class Value, class Order>
  requires Order::by_key
struct chosen_classes<Value, Order> {
  using type = digit_classes<decltype(std::declval<const Order&>().key(std::declval<Value&>()))>;
};

/// The classes for elements of an order.
template <class Value, class Order>
using classes_of = typename chosen_classes<Value, Order>::type;

}  // namespace nuthatch::detail::sorting
