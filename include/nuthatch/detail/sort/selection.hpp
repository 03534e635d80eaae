// SPDX-License-Identifier: Apache-2.0
#pragma once

// Dividing elements at one of their ranks.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <nuthatch/detail/sort/classes.hpp>
#include <nuthatch/detail/sort/distribution.hpp>
#include <nuthatch/detail/sort/memory.hpp>
#include <nuthatch/detail/sort/order.hpp>
#include <nuthatch/detail/sort/parts.hpp>
#include <nuthatch/detail/sort/small.hpp>

namespace nuthatch::detail::sorting {

/// Two elements between which, most likely, the one of a rank lies.
template <class Value>
struct rank_bounds {
  Value* low;
  Value* high;
};

/// Puts the element of a rank to its place, the smaller ones before and the larger ones behind it.
///
/// Each round divides the elements into those below, between and above two elements of a sample
/// (Floyd and Rivest, *Expected Time Bounds for Selection*), and continues with the part that has
/// the rank in it, about an eighth. A round reads each element once, and writes it twice.
template <class Value, class Order>
class selection {
 public:
  /// @throws std::bad_alloc
  selection(Value* home, std::uint64_t n, std::uint64_t least_part, const Order& order)
      : home_(home),
        least_part_(least_part),
        scratch_(n),
        classes_(n),
        order_(order) {}

  /// Divides [0, n) at the rank. Few elements are sorted instead, as are those of which too many
  /// rounds have removed only a few.
  void run(std::uint64_t n, std::uint64_t rank) {
    std::uint64_t begin = 0;
    for (unsigned rounds_in_vain = 0; n > few_left && rounds_in_vain < most_in_vain;) {
      const rank_bounds<Value> bounds =
          choose(home_ + begin, n, rank, rounds_in_vain == 0 ? usual_margin : 0);
      std::uint64_t ends[3];
      if (order_.has_failed()) [[unlikely]] {
        return;
      }
      order_in_block less(order_);
      const bool one_key = !less(*bounds.low, *bounds.high);
      if (order_.has_failed() || !divide(begin, n, bounds, ends)) {
        return;
      }
      const std::uint64_t before = n;
      if (rank < ends[0]) {
        n = ends[0];
      } else if (rank < ends[1]) {
        if (one_key) {
          return;
        }
        begin += ends[0];
        rank -= ends[0];
        n = ends[1] - ends[0];
      } else {
        begin += ends[1];
        rank -= ends[1];
        n -= ends[1];
      }
      rounds_in_vain += n > before - before / 8 ? 1 : 0;
    }
    if (n > 1) {
      distribution_sort<Value, Order>(home_ + begin, n, least_part_, order_).run();
    }
  }

 private:
  static constexpr std::uint64_t few_left = 1024;
  static constexpr std::uint64_t samples = 512;
  static constexpr std::uint64_t usual_margin = 32;
  static constexpr unsigned most_in_vain = 8;
  static constexpr std::uint64_t most_parts = 256;

  /// Chooses the bounds from a sample of more elements than that.
  [[nodiscard]] rank_bounds<Value> choose(Value* from,
                                          std::uint64_t n,
                                          std::uint64_t rank,
                                          std::uint64_t margin) const noexcept {
    Value* sample[samples];
    Value* spare[samples];
    sample_positions at(n, samples);
    for (Value*& one : sample) {
      one = from + at.next();
    }
    const pointed_order<Order> by_pointer{order_};
    sorting::merge_sort(sample, samples, spare, place::home, place::home, by_pointer);
    // n / samples first: the product may have more than 64 bits.
    const std::uint64_t middle = std::min(rank / (n / samples), samples - 1);
    return {sample[middle - std::min(middle, margin)],
            sample[std::min(middle + margin, samples - 1)]};
  }

  /// Divides n elements. Stores where the elements below, between and above the bounds end. Returns
  /// false, and leaves all elements in place, if the order has failed.
  [[nodiscard]] bool divide(std::uint64_t begin,
                            std::uint64_t n,
                            const rank_bounds<Value>& bounds,
                            std::uint64_t* ends) noexcept {
    const even_parts parts(n, least_part_, most_parts);
    std::uint64_t counts[most_parts][3];
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      classify(begin + parts.begin(part), begin + parts.end(part), bounds, counts[part]);
    });
    if (order_.has_failed()) [[unlikely]] {
      return false;
    }
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k != 3; ++k) {
      for (std::uint64_t part = 0; part != parts.parts; ++part) {
        sum += std::exchange(counts[part][k], sum);
      }
      ends[k] = sum;
    }
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      for (std::uint64_t i = begin + parts.begin(part), end = begin + parts.end(part); i != end;
           ++i) {
        const std::uint64_t to = begin + counts[part][classes_.get()[i]]++;
        sorting::carry(home_[i], scratch_.get() + to, place::scratch);
      }
    });
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      sorting::carry_all(scratch_.get() + begin + parts.begin(part),
                         parts.end(part) - parts.begin(part),
                         home_ + begin + parts.begin(part),
                         place::home);
    });
    return true;
  }

  void classify(std::uint64_t begin,
                std::uint64_t end,
                const rank_bounds<Value>& bounds,
                std::uint64_t* counts) const noexcept {
    counts[0] = counts[1] = counts[2] = 0;
    if (order_.has_failed()) [[unlikely]] {
      return;
    }
    order_in_block less(order_);
    std::uint64_t below = 0;
    std::uint64_t above = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const std::size_t is_below = sorting::counted(less(home_[i], *bounds.low));
      const std::size_t is_above = sorting::counted(less(*bounds.high, home_[i])) & ~is_below;
      classes_.get()[i] = static_cast<std::uint8_t>(1 + is_above - is_below);
      below += is_below;
      above += is_above;
    }
    counts[0] = below;
    counts[1] = end - begin - below - above;
    counts[2] = above;
  }

  Value* const home_;
  const std::uint64_t least_part_;
  const scratch_memory<Value> scratch_;
  const scratch_memory<std::uint8_t> classes_;
  const Order& order_;
};

}  // namespace nuthatch::detail::sorting
