// SPDX-License-Identifier: Apache-2.0
#pragma once

// A stable sort that distributes elements to classes, level by level.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/sort/classes.hpp>
#include <nuthatch/detail/sort/memory.hpp>
#include <nuthatch/detail/sort/order.hpp>
#include <nuthatch/detail/sort/parts.hpp>
#include <nuthatch/detail/sort/small.hpp>

namespace nuthatch::detail::sorting {

/// Sorts elements of one type by one order. Elements move between their home and a scratch memory.
/// Each level divides a class of elements into smaller ones, which lie in the other place and in
/// the order in which they were. It reads each element twice and writes it once. Few elements are
/// sorted by merging, as are those of too many levels.
///
/// So the result is the one that a stable sort has. It does not depend on how the work is cut.
template <class Value, class Order>
class distribution_sort {
 public:
  /// @param least_part  the least number of elements that are worth a spawn.
  /// @throws std::bad_alloc
  distribution_sort(Value* home, std::uint64_t n, std::uint64_t least_part, const Order& order)
      : home_(home),
        n_(n),
        least_part_(least_part),
        scratch_(n),
        numbers_(stores_numbers ? n : 0),
        order_(order) {}

  void run() noexcept { sort_class(0, n_, place::home, 0); }

 private:
  static constexpr bool by_key = Order::by_key;
  /// Whether the classes of elements are stored: computing them again could return others.
  static constexpr bool stores_numbers = !by_key || !Order::plain_projection;
  static constexpr std::uint64_t longest_leaf = by_key ? 24 : 512;
  /// The number of elements in a class after the last level, about.
  static constexpr std::uint64_t elements_left = by_key ? 12 : 64;
  /// From this depth on, the classes of keys are chosen by all elements instead of a sample.
  static constexpr unsigned exact_depth = 6;
  static constexpr unsigned most_depth = 16;
  static constexpr std::uint64_t most_parts = 256;
  /// A class of less than this fraction of all elements has enough others beside it.
  static constexpr std::uint64_t parallel_fraction = 128;

  using classes = classes_of<Value, Order>;

  [[nodiscard]] Value* at(place where, std::uint64_t offset) const noexcept {
    return (where == place::home ? home_ : scratch_.get()) + offset;
  }

  [[nodiscard]] std::uint16_t* numbers_at(std::uint64_t offset) const noexcept {
    return stores_numbers ? numbers_.get() + offset : nullptr;
  }

  void bring_home(std::uint64_t offset, std::uint64_t n, place now) const noexcept {
    if (now == place::home) {
      return;
    }
    const even_parts parts(n, least_part_, most_parts);
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      const std::uint64_t begin = offset + parts.begin(part);
      sorting::carry_all(at(place::scratch, begin),
                         parts.end(part) - parts.begin(part),
                         at(place::home, begin),
                         place::home);
    });
  }

  void sort_class(std::uint64_t offset, std::uint64_t n, place now, unsigned depth) noexcept {
    if (n > longest_leaf) {
      order_.note_stop();
    }
    if (order_.has_failed()) [[unlikely]] {
      bring_home(offset, n, now);
    } else if (n <= longest_leaf || depth == most_depth) {
      sort_leaf(offset, n, now, place::home);
    } else if (n / 2 >= least_part_ && n >= n_ / parallel_fraction) {
      run_parallel_level(offset, n, now, depth);
    } else {
      run_level(offset, n, now, depth);
    }
  }

  /// Sorts by merging. Only a stated grain or a bad order make this a matter for several workers.
  void sort_leaf(std::uint64_t offset, std::uint64_t n, place now, place want) const noexcept {
    if (n / 2 < least_part_ || n <= few<Value, Order>) [[likely]] {
      sorting::merge_sort(at(now, offset), n, at(other(now), offset), now, want, order_);
      return;
    }
    const std::uint64_t half = n / 2;
    sorting::for_each_part(2, [&](std::uint64_t part) noexcept {
      sort_leaf(part == 0 ? offset : offset + half, part == 0 ? half : n - half, now, other(want));
    });
    sorting::merge_neighbours(
        at(other(want), offset), half, n - half, at(want, offset), want, order_);
  }

  /// Chooses the classes of n elements.
  void choose(classes& of, Value* from, std::uint64_t n, unsigned depth) const noexcept {
    const auto wanted = static_cast<unsigned>(std::bit_width(n / elements_left));
    of.choose(from, n, wanted, depth >= exact_depth, order_);
  }

  /// Appends the n elements from `begin` on to their classes, in the class of elements that begins
  /// at `offset`.
  void scatter(const classes& of,
               place now,
               std::uint64_t begin,
               std::uint64_t n,
               std::uint64_t offset,
               std::uint64_t* next) const noexcept {
    Value* const from = at(now, begin);
    Value* const to = at(other(now), offset);
    if constexpr (stores_numbers) {
      const std::uint16_t* const numbers = numbers_at(begin);
      for (std::uint64_t i = 0; i != n; ++i) {
        sorting::carry(from[i], to + next[numbers[i]]++, other(now));
      }
    } else {
      const classes digits = of;
      for (std::uint64_t i = 0; i != n; ++i) {
        sorting::carry(from[i], to + next[digits.of(order_.key(from[i]))]++, other(now));
      }
    }
  }

  /// Distributes n elements on this thread. Stores where each class ends, and returns where the
  /// elements are: if all are in one class, they stay.
  [[gnu::noinline]] place distribute(classes& of,
                                     std::uint64_t offset,
                                     std::uint64_t n,
                                     place now,
                                     unsigned depth,
                                     std::uint64_t* ends) const noexcept {
    Value* const from = at(now, offset);
    choose(of, from, n, depth);
    const std::size_t number_of_classes = of.count();
    if (order_.has_failed()) [[unlikely]] {
      std::fill_n(ends, number_of_classes, n);
      return now;
    }
    std::uint32_t counts[classes::most];
    std::fill_n(counts, number_of_classes, 0U);
    of.template classify<stores_numbers>(from, n, numbers_at(offset), counts, order_);
    std::uint64_t sum = 0;
    bool one_class = false;
    for (std::size_t k = 0; k != number_of_classes; ++k) {
      one_class |= counts[k] == n;
      ends[k] = sum;
      sum += counts[k];
    }
    if (one_class || order_.has_failed()) [[unlikely]] {
      for (std::size_t k = 0; k != number_of_classes; ++k) {
        ends[k] += counts[k];
      }
      return now;
    }
    scatter(of, now, offset, n, offset, ends);
    return other(now);
  }

  void run_level(std::uint64_t offset, std::uint64_t n, place now, unsigned depth) noexcept {
    std::uint64_t ends[classes::most];
    classes of;
    const place then = distribute(of, offset, n, now, depth, ends);
    finish_classes({of, ends, offset, then, depth}, 0, of.count());
  }

  /// Classes that lie side by side from `offset` on: where each of them ends, and the depth of the
  /// level that made them.
  struct made_classes {
    const classes& of;
    const std::uint64_t* ends;
    std::uint64_t offset;
    place now;
    unsigned depth;
  };

  /// Finishes the classes of the numbers [first, last).
  void finish_classes(const made_classes& made, std::size_t first, std::size_t last) noexcept {
    std::uint64_t begin = first == 0 ? 0 : made.ends[first - 1];
    for (std::size_t k = first; k != last; ++k) {
      const std::uint64_t n = made.ends[k] - begin;
      if (n != 0 && made.of.is_of_equals(k)) {
        bring_home(made.offset + begin, n, made.now);
      } else if (n != 0) {
        sort_class(made.offset + begin, n, made.now, made.depth + 1);
      }
      begin = made.ends[k];
    }
  }

  /// What run_level() does for many elements, in parallel.
  [[gnu::noinline]] void run_parallel_level(std::uint64_t offset,
                                            std::uint64_t n,
                                            place now,
                                            unsigned depth) noexcept {
    classes of;
    choose(of, at(now, offset), n, depth);
    const std::size_t number_of_classes = of.count();
    const even_parts parts(n, least_part_, most_parts);
    // What each part counts in each class; later, where its elements of that class go. Then, where
    // each class ends.
    const std::uint64_t numbers = (parts.parts + 1) * number_of_classes;
    const std::unique_ptr<std::uint64_t[]> next(new (std::nothrow) std::uint64_t[numbers]);
    if (next == nullptr) [[unlikely]] {
      sort_leaf(offset, n, now, place::home);
      return;
    }
    std::uint64_t* const ends = &next[parts.parts * number_of_classes];
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      const std::uint64_t begin = offset + parts.begin(part);
      count_part(of, now, begin, offset + parts.end(part), &next[part * number_of_classes]);
    });
    place then = now;
    if (!order_.has_failed() && !place_parts(next.get(), number_of_classes, parts)) {
      then = other(now);
      sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
        const std::uint64_t begin = offset + parts.begin(part);
        scatter(of,
                now,
                begin,
                parts.end(part) - parts.begin(part),
                offset,
                &next[part * number_of_classes]);
      });
    }
    if (order_.has_failed()) [[unlikely]] {
      bring_home(offset, n, then);
      return;
    }
    // Each part finishes the classes that end in it.
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      std::uint64_t* const last = ends + number_of_classes;
      const std::uint64_t* const from = std::lower_bound(ends, last, parts.begin(part) + 1);
      const std::uint64_t* const to = std::lower_bound(ends, last, parts.end(part) + 1);
      finish_classes({of, ends, offset, then, depth},
                     static_cast<std::size_t>(from - ends),
                     static_cast<std::size_t>(to - ends));
    });
  }

  /// Turns the counts of the parts to places, and appends where each class ends. Returns whether
  /// all elements are in one class.
  [[nodiscard]] static bool place_parts(std::uint64_t* next,
                                        std::size_t number_of_classes,
                                        const even_parts& parts) noexcept {
    std::uint64_t* const ends = next + parts.parts * number_of_classes;
    std::uint64_t sum = 0;
    bool one_class = false;
    for (std::size_t k = 0; k != number_of_classes; ++k) {
      const std::uint64_t begin = sum;
      for (std::uint64_t part = 0; part != parts.parts; ++part) {
        sum += std::exchange(next[part * number_of_classes + k], sum);
      }
      ends[k] = sum;
      one_class |= sum - begin == parts.n;
    }
    return one_class;
  }

  /// Counts the elements of each class among [begin, end).
  [[gnu::noinline]] void count_part(const classes& of,
                                    place now,
                                    std::uint64_t begin,
                                    std::uint64_t end,
                                    std::uint64_t* counts) const noexcept {
    if (order_.has_failed()) [[unlikely]] {
      return;
    }
    std::uint32_t counted[classes::most];
    std::fill_n(counted, of.count(), 0U);
    of.template classify<stores_numbers>(
        at(now, begin), end - begin, numbers_at(begin), counted, order_);
    std::copy_n(counted, of.count(), counts);
  }

  Value* const home_;
  const std::uint64_t n_;
  const std::uint64_t least_part_;
  const scratch_memory<Value> scratch_;
  const scratch_memory<std::uint16_t> numbers_;
  const Order& order_;
};

}  // namespace nuthatch::detail::sorting
