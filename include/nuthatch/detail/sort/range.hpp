// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sorting of ranges of all kinds.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/sort/distribution.hpp>
#include <nuthatch/detail/sort/order.hpp>
#include <nuthatch/detail/sort/parts.hpp>
#include <nuthatch/detail/sort/runs.hpp>
#include <nuthatch/detail/sort/selection.hpp>
#include <nuthatch/detail/sort/small.hpp>
#include <nuthatch/detail/sort/smallest.hpp>

namespace nuthatch::detail::sorting {

// NOLINTBEGIN(readability-function-size): ranges, comparisons and projections

/// Whether no move of an element throws, so that one that left a place arrives at another.
template <class Value>
inline constexpr bool moves_silently =
    std::is_nothrow_move_constructible_v<Value> && std::is_nothrow_move_assignable_v<Value> &&
    std::is_nothrow_destructible_v<Value>;

/// Returns how many elements are worth a spawn.
template <class Order>
[[nodiscard]] std::uint64_t least_part_of(const parallel_policy& how) noexcept {
  const std::uint64_t stated = how.stated_grain().iterations;
  return stated != 0 ? stated : std::uint64_t{1} << (Order::by_key ? 15U : 13U);
}

/// Calls f, in a task if it may spawn.
template <class Function>
void call_in_task(bool spawns, Function&& f) {
  if (spawns && this_worker() == nullptr) {
    detail::run_root_call(nullptr, f);
  } else {
    f();
  }
}

/// Sorts n elements that lie side by side.
template <class Value, class Order>
void sort_array(const parallel_policy& how, Value* at, std::uint64_t n, const Order& order) {
  constexpr std::uint64_t most_on_stack =
      std::clamp<std::uint64_t>(2048 / sizeof(Value), few<Value, Order>, 128);
  const std::uint64_t least_part = sorting::least_part_of<Order>(how);
  if (n <= most_on_stack && n / 2 < least_part) {
    raw_array<Value, most_on_stack> spare;
    sorting::merge_sort(at, n, spare.all, place::home, place::home, order);
    return;
  }
  sorting::call_in_task(n / 2 >= least_part, [&] {
    if (!sorting::sort_run(at, n, least_part, order) && !order.has_failed()) {
      distribution_sort<Value, Order>(at, n, least_part, order).run();
    }
  });
}

/// Puts the element of a rank to its place, the smaller ones before and the larger ones behind it.
template <class Value, class Order>
void select_in_array(const parallel_policy& how,
                     Value* at,
                     std::uint64_t n,
                     std::uint64_t rank,
                     const Order& order) {
  const std::uint64_t least_part = sorting::least_part_of<Order>(how);
  sorting::call_in_task(n / 2 >= least_part, [&] {
    const std::uint64_t left = sorting::gather_smallest(at, n, rank + 1, least_part, order);
    if (!order.has_failed()) {
      selection<Value, Order>(at, left, least_part, order).run(left, rank);
    }
  });
}

/// Sorts the `count` smallest elements to the beginning.
template <class Value, class Order>
void sort_smallest_in_array(const parallel_policy& how,
                            Value* at,
                            std::uint64_t n,
                            std::uint64_t count,
                            const Order& order) {
  const std::uint64_t least_part = sorting::least_part_of<Order>(how);
  sorting::call_in_task(n / 2 >= least_part, [&] {
    const std::uint64_t left = sorting::gather_smallest(at, n, count, least_part, order);
    if (count < left && left > 2 * count && !order.has_failed()) {
      selection<Value, Order>(at, left, least_part, order).run(left, count);
      sorting::sort_array(how, at, count, order);
    } else if (!order.has_failed()) {
      sorting::sort_array(how, at, left, order);
    }
  });
}

/// How the elements of a range are to be arranged.
enum class arrangement : std::uint8_t {
  sorted,             ///< all of them
  smallest_sorted,    ///< the first `rank` ones; the others are not smaller
  divided_at_element  ///< the element of the rank; none before it is larger, none behind smaller
};

struct wanted_arrangement {
  arrangement kind;
  std::uint64_t rank = 0;
};

template <class Value, class Order>
void arrange_array(const parallel_policy& how,
                   Value* at,
                   std::uint64_t n,
                   wanted_arrangement wanted,
                   const Order& order) {
  if (wanted.kind == arrangement::sorted) {
    sorting::sort_array(how, at, n, order);
  } else if (wanted.kind == arrangement::smallest_sorted) {
    sorting::sort_smallest_in_array(how, at, n, wanted.rank, order);
  } else {
    sorting::select_in_array(how, at, n, wanted.rank, order);
  }
}

/// Iterators whose elements can be moved to an array and back without an exception.
template <class Iterator>
concept gathered_iterator =
    std::same_as<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>&> &&
    std::same_as<std::iter_rvalue_reference_t<Iterator>, std::iter_value_t<Iterator>&&> &&
    requires(const Iterator at, std::iter_difference_t<Iterator> n) {
      { at[n] } noexcept;
    } && moves_silently<std::iter_value_t<Iterator>>;

/// Arranges n elements behind an iterator through an array of them.
template <class Iterator, class Comp, class Proj>
void arrange_gathered(const parallel_policy& how,
                      const Iterator& first,
                      std::uint64_t n,
                      wanted_arrangement wanted,
                      Comp& comp,
                      Proj& proj) {
  using value = std::iter_value_t<Iterator>;
  failures thrown;
  const element_order<value, Comp, Proj> order{comp, proj, thrown};
  const scratch_memory<value> gathered(n);
  const std::uint64_t least_part = sorting::least_part_of<decltype(order)>(how);
  const even_parts parts(n, least_part, 256);
  sorting::call_in_task(n / 2 >= least_part, [&] {
    value* const to = gathered.get();
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      for (std::uint64_t i = parts.begin(part), end = parts.end(part); i != end; ++i) {
        std::construct_at(to + i, std::move(detail::element_at(first, i)));
      }
    });
    std::exception_ptr failed;
    try {
      sorting::arrange_array(how, to, n, wanted, order);
    } catch (...) {
      failed = std::current_exception();  // no memory
    }
    sorting::for_each_part(parts.parts, [&](std::uint64_t part) noexcept {
      for (std::uint64_t i = parts.begin(part), end = parts.end(part); i != end; ++i) {
        detail::element_at(first, i) = std::move(to[i]);
        std::destroy_at(to + i);
      }
    });
    if (failed) {
      std::rethrow_exception(std::move(failed));
    }
  });
  thrown.rethrow();
}

/// Compares elements by their numbers.
template <class Iterator, class Comp, class Proj>
struct numbered_order {
  const Iterator& first;
  Comp& comp;
  Proj& proj;

  bool operator()(std::uint64_t a, std::uint64_t b) const {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first, a, proj), detail::projected_at(first, b, proj)));
  }
};

/// Makes the element of number numbers[i] that of number i, by swaps. Afterwards, numbers[i] is i.
template <class Iterator>
void permute(const Iterator& first, std::uint64_t n, std::uint64_t* numbers) {
  for (std::uint64_t i = 0; i != n; ++i) {
    std::uint64_t to = i;
    for (std::uint64_t from = std::exchange(numbers[to], to); from != i;
         from = std::exchange(numbers[to], to)) {
      std::ranges::iter_swap(detail::iterator_at(first, to), detail::iterator_at(first, from));
      to = from;
    }
  }
}

/// Arranges the numbers of n elements, as the elements are to be.
template <class Iterator, class Comp, class Proj>
void arrange_numbers(const parallel_policy& how,
                     const Iterator& first,
                     std::uint64_t* numbers,
                     std::uint64_t n,
                     wanted_arrangement wanted,
                     Comp& comp,
                     Proj& proj) {
  numbered_order<Iterator, Comp, Proj> by_element{first, comp, proj};
  std::identity itself;
  failures thrown;
  const element_order<std::uint64_t, decltype(by_element), std::identity> order{
      by_element, itself, thrown};
  sorting::arrange_array(how, numbers, n, wanted, order);
  thrown.rethrow();
}

/// Assigns the `count` smallest of more elements to an output, in no order.
template <class Iterator, class Out, class Comp, class Proj>
void copy_smallest(const parallel_policy& how,
                   const Iterator& first,
                   std::uint64_t n,
                   const Out& result,
                   std::uint64_t count,
                   Comp& comp,
                   Proj& proj) {
  numbered_order<Iterator, Comp, Proj> by_element{first, comp, proj};
  std::identity itself;
  failures thrown;
  const element_order<std::uint64_t, decltype(by_element), std::identity> order{
      by_element, itself, thrown};
  const std::uint64_t least_part = sorting::least_part_of<decltype(order)>(how);
  list_of_smallest list(n, count, least_part);
  bool listed = false;
  sorting::call_in_task(n / 2 >= least_part, [&] {
    listed = list.template fill<std::uint64_t>([](std::uint64_t i) { return i; }, order);
  });
  thrown.rethrow();
  const std::uint64_t left = listed ? list.count() : n;
  const scratch_memory<std::uint64_t> numbers(left);
  if (listed) {
    list.for_each([next = numbers.get()](std::uint64_t i) mutable { *next++ = i; });
  } else {
    std::iota(numbers.get(), numbers.get() + n, std::uint64_t{0});
  }
  if (count < left) {
    sorting::select_in_array(how, numbers.get(), left, count, order);
    thrown.rethrow();
  }
  detail::for_each_written<Out>(how, count, [&](std::uint64_t i) {
    detail::element_at(result, i) = detail::element_at(first, numbers.get()[i]);
  });
}

/// Arranges n elements. Those whose moves may throw, or that only iterators can move, are swapped
/// to their places one after the other.
template <class Iterator, class Comp, class Proj>
void arrange_range(const parallel_policy& how,
                   const Iterator& first,
                   std::uint64_t n,
                   wanted_arrangement wanted,
                   Comp& comp,
                   Proj& proj) {
  using value = std::iter_value_t<Iterator>;
  if (n < 2) {
    return;
  }
  if constexpr (std::contiguous_iterator<Iterator> && moves_silently<value>) {
    failures thrown;
    const element_order<value, Comp, Proj> order{comp, proj, thrown};
    sorting::arrange_array(how, std::to_address(first), n, wanted, order);
    thrown.rethrow();
  } else if constexpr (gathered_iterator<Iterator>) {
    sorting::arrange_gathered(how, first, n, wanted, comp, proj);
  } else {
    const scratch_memory<std::uint64_t> numbers(n);
    std::iota(numbers.get(), numbers.get() + n, std::uint64_t{0});
    sorting::arrange_numbers(how, first, numbers.get(), n, wanted, comp, proj);
    sorting::permute(first, n, numbers.get());
  }
}

// NOLINTEND(readability-function-size)

}  // namespace nuthatch::detail::sorting
