// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sorting of few elements, and of any number by merging. All of it is stable and keeps all
// elements, whatever a comparison returns.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/sort/memory.hpp>
#include <nuthatch/detail/sort/order.hpp>

namespace nuthatch::detail::sorting {

/// Whether elements are copied as bytes: then memory without elements can be assigned to.
template <class Value>
inline constexpr bool moves_as_bytes = std::is_trivially_copyable_v<Value>;

// The standard library assigns these member by member, since members may be references.
template <class First, class Second>
inline constexpr bool moves_as_bytes<std::pair<First, Second>> =
    moves_as_bytes<First> && moves_as_bytes<Second> && !std::is_reference_v<First> &&
    !std::is_reference_v<Second> &&
    std::is_trivially_move_constructible_v<std::pair<First, Second>>;

template <class... Member>
inline constexpr bool moves_as_bytes<std::tuple<Member...>> =
    (... && (moves_as_bytes<Member> && !std::is_reference_v<Member>)) &&
    std::is_trivially_move_constructible_v<std::tuple<Member...>>;

/// Copies the bytes of an element to memory with an element in it, or without.
template <class Value>
  requires moves_as_bytes<Value>
[[gnu::always_inline]] inline void put(Value* to, Value& from) noexcept {
  if constexpr (std::is_trivially_copyable_v<Value>) {
    *to = std::move(from);
  } else {
    std::construct_at(to, std::move(from));
  }
}

/// Elements are at home or in the scratch memory, which has no elements in it otherwise. At home,
/// elements that have left remain as they are after a move.
enum class place : bool { home, scratch };

[[nodiscard]] constexpr place other(place from) noexcept {
  return from == place::home ? place::scratch : place::home;
}

/// Moves an element to the other place.
template <class Value>
[[gnu::always_inline]] inline void carry(Value& from, Value* to, place to_place) noexcept {
  if constexpr (moves_as_bytes<Value>) {
    sorting::put(to, from);
  } else if (to_place == place::scratch) {
    std::construct_at(to, std::move(from));
  } else {
    *to = std::move(from);
    std::destroy_at(std::addressof(from));
  }
}

template <class Value>
inline void carry_all(Value* from, std::size_t n, Value* to, place to_place) noexcept {
  for (std::size_t i = 0; i != n; ++i) {
    sorting::carry(from[i], to + i, to_place);
  }
}

/// Sorts by insertion where the elements are.
template <class Value, class Order>
inline void insertion_sort(Value* at, std::size_t n, const Order& order) noexcept {
  order_in_block less(order);
  for (std::size_t i = 1; i < n; ++i) {
    if (less(at[i], at[i - 1])) {
      Value held(std::move(at[i]));
      std::size_t j = i;
      do {
        at[j] = std::move(at[j - 1]);
        --j;
      } while (j != 0 && less(held, at[j - 1]));
      at[j] = std::move(held);
    }
  }
}

/// Merges [from, from + left) with the `right` elements behind it, into `to`.
template <class Value, class Order>
inline void merge_forward(Value* from,
                          std::size_t left,
                          std::size_t right,
                          Value* to,
                          place to_place,
                          const Order& order) noexcept {
  order_in_block less(order);
  Value* a = from;
  Value* b = from + left;
  Value* const a_end = b;
  Value* const b_end = b + right;
  while (a != a_end && b != b_end) {
    Value*& next = less(*b, *a) ? b : a;
    sorting::carry(*next++, to++, to_place);
  }
  for (; a != a_end; ++a) {
    sorting::carry(*a, to++, to_place);
  }
  for (; b != b_end; ++b) {
    sorting::carry(*b, to++, to_place);
  }
}

/// Returns 1 for true, as a number of which compilers know nothing: they would make branches of it,
/// which no processor predicts.
[[nodiscard, gnu::always_inline]] inline std::size_t counted(bool holds) noexcept {
  auto number = static_cast<std::size_t>(holds);
  asm("" : "+r"(number));
  return number;
}

/// Chooses the first pointer for 1, the second one for 0.
template <class Value>
[[nodiscard, gnu::always_inline]] inline Value* chosen(std::size_t first,
                                                       Value* a,
                                                       Value* b) noexcept {
  return __builtin_expect_with_probability(static_cast<long>(first), 1, 0.5) != 0 ? a : b;
}

/// Merges two neighbours of half elements, or of `half` and `half` + 1, from both ends at a time:
/// `half` steps from each end never leave a neighbour, so no step tests for an end, and the steps
/// at both ends are independent. The elements are copied.
template <class Value, class Order>
inline void merge_halves(
    Value* from, std::size_t half, bool one_more, Value* to, const Order& order) noexcept {
  order_in_block less(order);
  const std::size_t n = 2 * half + static_cast<std::size_t>(one_more);
  Value* a = from;
  Value* b = from + half;
  Value* a_last = b - 1;
  Value* b_last = from + n - 1;
  Value* out = to;
  Value* out_last = to + n - 1;
  for (std::size_t i = 0; i != half; ++i) {
    const std::size_t b_first = sorting::counted(less(*b, *a));
    sorting::put(out++, *sorting::chosen(b_first, b, a));
    b += b_first;
    a += 1 - b_first;
    const std::size_t a_behind = sorting::counted(less(*b_last, *a_last));
    sorting::put(out_last--, *sorting::chosen(a_behind, a_last, b_last));
    a_last -= a_behind;
    b_last -= 1 - a_behind;
  }
  const std::ptrdiff_t a_left = a_last - a + 1;
  const std::ptrdiff_t b_left = b_last - b + 1;
  if (a_left < 0 || b_left < 0) [[unlikely]] {
    // The comparison is no order, and both ends have taken the same element.
    for (std::size_t i = 0; i != n; ++i) {
      sorting::put(to + i, from[i]);
    }
  } else if (one_more) {
    sorting::put(out, a_left != 0 ? *a : *b);
  }
}

/// Whether the order has keys.
template <class Value, class Order>
concept has_key = requires(const Order& order, Value& of) { order.key(of); };

/// Whether elements are sorted by counting.
template <class Value, class Order>
inline constexpr bool ranks_few =
    moves_as_bytes<Value> && (has_key<Value, Order> || sizeof(Value) <= 16);

/// The most elements that are sorted without merging.
template <class Value, class Order>
inline constexpr std::size_t few = ranks_few<Value, Order> && has_key<Value, Order> ? 16 : 8;

/// Sorts up to `few` elements by counting, for each, the ones before it; from one place to another.
/// The comparisons are independent of each other. The elements are copied.
template <class Value, class Order>
inline void rank_sort(Value* from, std::size_t n, Value* to, const Order& order) noexcept {
  std::uint32_t ranks[16];
  if constexpr (has_key<Value, Order>) {
    order_in_block keys_of(order);
    decltype(order.key(*from)) keys[16];
    for (std::size_t i = 0; i != n; ++i) {
      const auto own = keys_of.key(from[i]);
      std::uint32_t rank = 0;
      for (std::size_t j = 0; j != i; ++j) {
        const auto before = static_cast<std::uint32_t>(own < keys[j]);
        ranks[j] += before;
        rank += 1U - before;
      }
      keys[i] = own;
      ranks[i] = rank;
    }
  } else {
    order_in_block less(order);
    for (std::size_t i = 0; i != n; ++i) {
      std::uint32_t rank = 0;
      for (std::size_t j = 0; j != i; ++j) {
        const auto before = static_cast<std::uint32_t>(sorting::counted(less(from[i], from[j])));
        ranks[j] += before;
        rank += 1U - before;
      }
      ranks[i] = rank;
    }
  }
  std::uint32_t taken = 0;
  for (std::size_t i = 0; i != n; ++i) {
    taken |= 1U << ranks[i];
    sorting::put(to + ranks[i], from[i]);
  }
  if (!has_key<Value, Order> && taken != (1U << n) - 1) [[unlikely]] {
    // The comparison is no order, and two elements have the same rank.
    for (std::size_t i = 0; i != n; ++i) {
      sorting::put(to + i, from[i]);
    }
  }
}

template <class Value, class Order>
inline void sort_few(
    Value* from, std::size_t n, Value* spare, place now, place want, const Order& order) noexcept {
  if constexpr (ranks_few<Value, Order>) {
    if (now != want) {
      sorting::rank_sort(from, n, spare, order);
    } else {
      raw_array<Value, few<Value, Order>> copy;
      sorting::carry_all(from, n, copy.all, want);
      sorting::rank_sort(copy.all, n, from, order);
    }
  } else {
    sorting::insertion_sort(from, n, order);
    if (now != want) {
      sorting::carry_all(from, n, spare, want);
    }
  }
}

/// Merges neighbours, of which the left one has half of the elements, rounded down.
template <class Value, class Order>
inline void merge_neighbours(Value* from,
                             std::size_t left,
                             std::size_t right,
                             Value* to,
                             place to_place,
                             const Order& order) noexcept {
  if (order.has_failed()) [[unlikely]] {
    sorting::carry_all(from, left + right, to, to_place);
    return;
  }
  if constexpr (moves_as_bytes<Value>) {
    sorting::merge_halves(from, left, left != right, to, order);
  } else {
    sorting::merge_forward(from, left, right, to, to_place, order);
  }
}

/// Sorts elements that are in either place, so that they end up in `want`. The other memory, as
/// long, is free.
template <class Value, class Order>
void merge_sort(
    Value* from, std::size_t n, Value* spare, place now, place want, const Order& order) noexcept {
  if (order.has_failed()) [[unlikely]] {
    if (now != want) {
      sorting::carry_all(from, n, spare, want);
    }
    return;
  }
  if (n <= few<Value, Order>) {
    sorting::sort_few(from, n, spare, now, want, order);
    return;
  }
  const std::size_t half = n / 2;
  const place before = other(want);
  sorting::merge_sort(from, half, spare, now, before, order);
  sorting::merge_sort(from + half, n - half, spare + half, now, before, order);
  Value* const source = now == before ? from : spare;
  Value* const target = now == before ? spare : from;
  sorting::merge_neighbours(source, half, n - half, target, want, order);
}

}  // namespace nuthatch::detail::sorting
