// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ranges that are in order already, or in the opposite one.

#include <algorithm>
#include <cstdint>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/sort/order.hpp>
#include <nuthatch/detail/sort/parts.hpp>
#include <nuthatch/detail/sort/small.hpp>

namespace nuthatch::detail::sorting {

enum class run_kind : std::uint8_t {
  none,
  ascending,  ///< no element is less than the one before it
  descending  ///< each element is less than the one before it
};

/// Returns whether the elements [begin, end), each with the one before it, are such a run.
template <run_kind Kind, class Value, class Order>
[[nodiscard]] bool is_run(Value* at,
                          std::uint64_t begin,
                          std::uint64_t end,
                          const Order& order) noexcept {
  constexpr std::uint64_t between_looks = 16;
  constexpr bool wanted = Kind == run_kind::descending;
  order_in_block of(order);
  if constexpr (has_key<Value, Order>) {
    for (; end - begin >= between_looks; begin += between_looks) {
      auto before = of.key(at[begin - 1]);
      unsigned broken = 0;
#pragma GCC unroll 16
      for (std::uint64_t k = 0; k != between_looks; ++k) {
        const auto own = of.key(at[begin + k]);
        broken |= static_cast<unsigned>((own < before) != wanted);
        before = own;
      }
      if (broken != 0) {
        return false;
      }
    }
  }
  for (; begin != end; ++begin) {
    if (of(at[begin], at[begin - 1]) != wanted) {
      return false;
    }
  }
  return true;
}

/// The same for n elements, at least one, in parallel.
template <run_kind Kind, class Value, class Order>
[[nodiscard]] bool is_run_as_whole(Value* at,
                                   std::uint64_t n,
                                   std::uint64_t least_part,
                                   const Order& order) noexcept {
  constexpr std::uint64_t first_look = 32;
  const std::uint64_t head = std::min(n, first_look);
  if (!sorting::is_run<Kind>(at, 1, head, order)) {
    return false;
  }
  if (head == n) {
    return true;
  }
  constexpr std::uint64_t between_looks = 4096;
  constexpr std::uint64_t most_parts = 256;
  atomic<bool> broken{/*value=*/false};  // relaxed, since joins order what matters
  const even_parts parts(n - head, least_part, most_parts);
  sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
    std::uint64_t begin = head + parts.begin(part);
    const std::uint64_t end = head + parts.end(part);
    while (begin != end && !broken.load(memory_order_relaxed)) {
      const std::uint64_t now = std::min(end - begin, between_looks);
      if (!sorting::is_run<Kind>(at, begin, begin + now, order)) {
        broken.store(/*value=*/true, memory_order_relaxed);
      }
      begin += now;
    }
  });
  return !broken.load(memory_order_relaxed);
}

/// Reverses the order of n elements, in parallel.
template <class Value>
void reverse_run(Value* at, std::uint64_t n, std::uint64_t least_part) noexcept {
  constexpr std::uint64_t most_parts = 256;
  const even_parts parts(n / 2, least_part, most_parts);
  sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
    for (std::uint64_t i = parts.begin(part), end = parts.end(part); i != end; ++i) {
      Value held(std::move(at[i]));
      at[i] = std::move(at[n - 1 - i]);
      at[n - 1 - i] = std::move(held);
    }
  });
}

/// Sorts elements that are one run. Returns whether they were.
template <class Value, class Order>
[[nodiscard]] bool sort_run(Value* at,
                            std::uint64_t n,
                            std::uint64_t least_part,
                            const Order& order) noexcept {
  if (sorting::is_run_as_whole<run_kind::ascending>(at, n, least_part, order)) {
    return true;
  }
  if (!order.has_failed() &&
      sorting::is_run_as_whole<run_kind::descending>(at, n, least_part, order) &&
      !order.has_failed()) {
    sorting::reverse_run(at, n, least_part);
    return true;
  }
  return false;
}

}  // namespace nuthatch::detail::sorting
