// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that reverse, rotate and replace elements, in place or into an output.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Reverses the order of the elements. Returns the end of the range.
///
/// Cost: a parallel_for over the elements, as for all algorithms of this header.
template <std::random_access_iterator It, std::sized_sentinel_for<It> End>
  requires std::permutable<It>
It reverse(const parallel_policy& how, It first, End last) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::for_each_written<It>(how, n / 2, [&](std::uint64_t i) {
    std::ranges::iter_swap(detail::iterator_at(first, i), detail::iterator_at(first, n - 1 - i));
  });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_iterator_t<Range> reverse(const parallel_policy& how, Range&& r) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::reverse(how, first, detail::end_of_range(r)));
}

/// Assigns each element to the output, replaced by new_value if its projection meets pred, up to
/// the shorter end. The output may not overlap the input, here and below.
///
/// @return the ends of what was read and of what was written.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Value = std::iter_value_t<Out>,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::indirectly_copyable<It, Out> && std::indirectly_writable<Out, const Value&>
std::ranges::replace_copy_if_result<It, Out> replace_copy_if(const parallel_policy& how,
                                                             It first,
                                                             End last,
                                                             Out result,
                                                             OutEnd result_last,
                                                             Pred pred,
                                                             const Value& new_value,
                                                             Proj proj = {}) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    if (std::invoke(pred, detail::projected_at(first, i, proj))) {
      detail::element_at(result, i) = new_value;
    } else {
      detail::element_at(result, i) = detail::element_at(first, i);
    }
  });
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Value = std::ranges::range_value_t<OutRange>,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>> &&
           std::indirectly_writable<std::ranges::iterator_t<OutRange>, const Value&>
std::ranges::replace_copy_if_result<std::ranges::borrowed_iterator_t<Range>,
                                    std::ranges::borrowed_iterator_t<OutRange>>
replace_copy_if(const parallel_policy& how,
                Range&& r,
                OutRange&& result,
                Pred pred,
                const Value& new_value,
                Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::replace_copy_if(how,
                                        from,
                                        detail::end_of_range(r),
                                        to,
                                        detail::end_of_range(result),
                                        std::move(pred),
                                        new_value,
                                        std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Assigns each element to the output, replaced by new_value if its projection equals old_value, up
/// to the shorter end. Returns the ends of what was read and of what was written.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Proj = std::identity,
          class Old = std::iter_value_t<It>,
          class New = std::iter_value_t<Out>>
  requires std::indirectly_copyable<It, Out> && std::indirectly_writable<Out, const New&> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<It, Proj>,
                                          const Old*>
std::ranges::replace_copy_result<It, Out> replace_copy(const parallel_policy& how,
                                                       It first,
                                                       End last,
                                                       Out result,
                                                       OutEnd result_last,
                                                       const Old& old_value,
                                                       const New& new_value,
                                                       Proj proj = {}) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    if (detail::projected_at(first, i, proj) == old_value) {
      detail::element_at(result, i) = new_value;
    } else {
      detail::element_at(result, i) = detail::element_at(first, i);
    }
  });
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Proj = std::identity,
          class Old = std::ranges::range_value_t<Range>,
          class New = std::ranges::range_value_t<OutRange>>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>> &&
           std::indirectly_writable<std::ranges::iterator_t<OutRange>, const New&> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Old*>
std::ranges::replace_copy_result<std::ranges::borrowed_iterator_t<Range>,
                                 std::ranges::borrowed_iterator_t<OutRange>>
replace_copy(const parallel_policy& how,
             Range&& r,
             OutRange&& result,
             const Old& old_value,
             const New& new_value,
             Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::replace_copy(how,
                                     from,
                                     detail::end_of_range(r),
                                     to,
                                     detail::end_of_range(result),
                                     old_value,
                                     new_value,
                                     std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(reverse)
NUTHATCH_TAKES_BOUND_POLICIES(replace_copy)
NUTHATCH_TAKES_BOUND_POLICIES(replace_copy_if)

}  // namespace nuthatch
