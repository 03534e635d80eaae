// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that combine all elements to one value.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/element_operands.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/reduction.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// Op combines sums of type Value with each other and with operands, which convert to Value.
template <class Op, class Value, class Operand>
concept combines =
    std::copy_constructible<Op> && std::move_constructible<Value> &&
    std::convertible_to<Operand, Value> && std::is_invocable_r_v<Value, Op&, Value, Value> &&
    std::is_invocable_r_v<Value, Op&, Value, Operand>;

/// Returns op(init, the sum of at(i) for the numbers of `n` elements).
template <class Value, class Op, class At>
[[nodiscard]] Value sum_of_numbers(
    const parallel_policy& how, std::uint64_t n, Value init, Op& op, At&& at) {
  if (n == 0) {
    return init;
  }
  element_operands<Value, Op, std::remove_reference_t<At>> operands{init, op, at};
  Value sum = detail::reduce_blocks<spawn_policy::adaptive>(
      n, operands, {how.stated_grain(), /*reproducible=*/true});
  return static_cast<Value>(std::invoke(op, std::move(init), std::move(sum)));
}

}  // namespace detail

/// Returns op(init, op(element, …)) over all elements, in their order, grouped in a way that
/// depends only on the number of elements and a stated grain. So the result has the same bits on
/// any number of workers, also for doubles. op has to be associative, and need not be commutative.
///
/// @param init  the first operand, and the result for an empty range. Sums have its type: for
///         doubles it is 0.0.
/// @param op    op(Value, Value) and op(Value, element) return a Value, to which elements convert.
///         Called concurrently.
///
/// Cost: a parallel_reduce over the elements. Numbers are added in four sums at a time; in eight
/// where their order has no effect, because op computes with integers.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Value = std::iter_value_t<It>,
          class Op = std::plus<>>
  requires detail::combines<Op, Value, std::iter_reference_t<It>>
Value reduce(const parallel_policy& how, It first, End last, Value init = {}, Op op = {}) {
  return detail::sum_of_numbers(
      how,
      detail::size_of_range(first, last),
      std::move(init),
      op,
      [first](std::uint64_t i) -> decltype(auto) { return detail::element_at(first, i); });
}

template <detail::sized_random_access_range Range,
          class Value = std::ranges::range_value_t<Range>,
          class Op = std::plus<>>
  requires detail::combines<Op, Value, std::ranges::range_reference_t<Range>>
Value reduce(const parallel_policy& how, Range&& r, Value init = {}, Op op = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::reduce(how, first, detail::end_of_range(r), std::move(init), std::move(op));
}

/// Reduces transform(element) of all elements, as reduce does with the elements.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Value,
          class Reduce,
          std::copy_constructible Transform>
  requires std::invocable<Transform&, std::iter_reference_t<It>> &&
           detail::
               combines<Reduce, Value, std::invoke_result_t<Transform&, std::iter_reference_t<It>>>
Value transform_reduce(const parallel_policy& how,
                       It first,
                       End last,
                       Value init,
                       Reduce reduce,
                       Transform transform) {
  return detail::sum_of_numbers(how,
                                detail::size_of_range(first, last),
                                std::move(init),
                                reduce,
                                [first, &transform](std::uint64_t i) -> decltype(auto) {
                                  return detail::call_with_elements(transform, i, first);
                                });
}

template <detail::sized_random_access_range Range,
          class Value,
          class Reduce,
          std::copy_constructible Transform>
  requires std::invocable<Transform&, std::ranges::range_reference_t<Range>> &&
           detail::combines<Reduce,
                            Value,
                            std::invoke_result_t<Transform&, std::ranges::range_reference_t<Range>>>
Value transform_reduce(
    const parallel_policy& how, Range&& r, Value init, Reduce reduce, Transform transform) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::transform_reduce(how,
                                    first,
                                    detail::end_of_range(r),
                                    std::move(init),
                                    std::move(reduce),
                                    std::move(transform));
}

/// Reduces transform(a, b) of the elements of equal number of two ranges, up to the shorter end. By
/// default, this is the inner product.
template <detail::sized_random_access_range Range1,
          detail::sized_random_access_range Range2,
          class Value,
          class Reduce = std::plus<>,
          std::copy_constructible Transform = std::multiplies<>>
  requires std::invocable<Transform&,
                          std::ranges::range_reference_t<Range1>,
                          std::ranges::range_reference_t<Range2>> &&
           detail::combines<Reduce,
                            Value,
                            std::invoke_result_t<Transform&,
                                                 std::ranges::range_reference_t<Range1>,
                                                 std::ranges::range_reference_t<Range2>>>
Value transform_reduce(const parallel_policy& how,
                       Range1&& r1,
                       Range2&& r2,
                       Value init,
                       Reduce reduce = {},
                       Transform transform = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::uint64_t n = std::min(detail::size_of_range(first1, detail::end_of_range(r1)),
                                   detail::size_of_range(first2, detail::end_of_range(r2)));
  return detail::sum_of_numbers(
      how, n, std::move(init), reduce, [&](std::uint64_t i) -> decltype(auto) {
        return detail::call_with_elements(transform, i, first1, first2);
      });
}

// NOLINTEND(modernize-use-auto)

NUTHATCH_TAKES_BOUND_POLICIES(reduce)
NUTHATCH_TAKES_BOUND_POLICIES(transform_reduce)

}  // namespace nuthatch
