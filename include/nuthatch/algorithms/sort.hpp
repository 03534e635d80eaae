// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that sort elements, wholly or in part.

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
#include <nuthatch/detail/sort/range.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Sorts the elements by comp of their projections. Returns the end of the range.
///
/// The order of equal elements is not specified, but is always the same for the same elements, on
/// any number of workers. It does not depend on the order in which comparisons were made.
///
/// Keys that are integers or floating-point numbers of up to 64 bits are sorted by their digits if
/// comp is std::ranges::less, std::less, std::ranges::greater or std::greater; a key is the
/// projection of an element. Then comp is never called. A NaN is smaller or larger than all
/// numbers, by its sign.
///
/// @throws what comp or proj threw, or task_errors if several calls threw. All elements are still
///         there, in an unspecified order. If a move or a swap of an element threw, each place has
///         an element, but values may be lost. std::bad_alloc without memory for as many elements
///         as the range has; all elements are still there.
///
/// Cost: O(n log n) comparisons in any case, O(n) if the range is sorted or strictly descending.
/// Ranges of which each element can be moved without an exception are distributed to up to 512
/// classes by splitters from a sample, level by level; a level takes up to nine comparisons per
/// element, and has no branches that depend on them. The span of a level is that of a parallel_for.
/// Other elements are sorted by their numbers and then swapped to their places on one worker.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<It, Comp, Proj>
It sort(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::sorting::arrange_range(how, first, n, {detail::sorting::arrangement::sorted}, comp, proj);
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj>
std::ranges::borrowed_iterator_t<Range> sort(const parallel_policy& how,
                                             Range&& r,
                                             Comp comp = {},
                                             Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::sort(how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Sorts the elements by comp of their projections; equal ones keep their order. Returns the end of
/// the range. Otherwise as sort(), which it takes no longer than.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<It, Comp, Proj>
It stable_sort(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::sorting::arrange_range(how, first, n, {detail::sorting::arrangement::sorted}, comp, proj);
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj>
std::ranges::borrowed_iterator_t<Range> stable_sort(const parallel_policy& how,
                                                    Range&& r,
                                                    Comp comp = {},
                                                    Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::stable_sort(how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Sorts the smallest elements to [first, middle), by comp of their projections. The others follow
/// in an unspecified order. Returns the end of the range.
///
/// Exceptions and memory are those of sort().
///
/// Cost: about one comparison per element if `middle` is near `first`, otherwise less than three,
/// and what sort() takes for the elements before `middle`.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<It, Comp, Proj>
It partial_sort(
    const parallel_policy& how, It first, It middle, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t count = detail::size_of_range(first, middle);
  if (count != 0) {
    detail::sorting::arrange_range(
        how, first, n, {detail::sorting::arrangement::smallest_sorted, count}, comp, proj);
  }
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj>
std::ranges::borrowed_iterator_t<Range> partial_sort(const parallel_policy& how,
                                                     Range&& r,
                                                     std::ranges::iterator_t<Range> middle,
                                                     Comp comp = {},
                                                     Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::partial_sort(
      how, first, std::move(middle), detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Copies the smallest elements, as many as the output has room for, to the output, and sorts them
/// there, by comp of their projections. Returns the end of the input and that of what was written.
///
/// Exceptions are those of sort(); the elements of the output are then unspecified.
///
/// Cost: that of partial_sort(), with 8 bytes of memory per element of the input.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Comp = std::ranges::less,
          class Proj = std::identity,
          class OutProj = std::identity>
  requires std::indirectly_copyable<It, Out> && std::sortable<Out, Comp, OutProj> &&
           std::indirect_strict_weak_order<Comp,
                                           std::projected<It, Proj>,
                                           std::projected<Out, OutProj>>
std::ranges::partial_sort_copy_result<It, Out> partial_sort_copy(const parallel_policy& how,
                                                                 It first,
                                                                 End last,
                                                                 Out result,
                                                                 OutEnd result_last,
                                                                 Comp comp = {},
                                                                 Proj proj = {},
                                                                 OutProj result_proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t count = std::min(n, detail::size_of_range(result, result_last));
  if (count == n) {
    detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
      detail::element_at(result, i) = detail::element_at(first, i);
    });
  } else if (count != 0) {
    detail::sorting::copy_smallest(how, first, n, result, count, comp, proj);
  }
  detail::sorting::arrange_range(
      how, result, count, {detail::sorting::arrangement::sorted}, comp, result_proj);
  return {detail::iterator_at(first, n), detail::iterator_at(result, count)};
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Comp = std::ranges::less,
          class Proj = std::identity,
          class OutProj = std::identity>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>> &&
           std::sortable<std::ranges::iterator_t<OutRange>, Comp, OutProj> &&
           std::indirect_strict_weak_order<
               Comp,
               std::projected<std::ranges::iterator_t<Range>, Proj>,
               std::projected<std::ranges::iterator_t<OutRange>, OutProj>>
std::ranges::partial_sort_copy_result<std::ranges::borrowed_iterator_t<Range>,
                                      std::ranges::borrowed_iterator_t<OutRange>>
partial_sort_copy(const parallel_policy& how,
                  Range&& r,
                  OutRange&& result,
                  Comp comp = {},
                  Proj proj = {},
                  OutProj result_proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::partial_sort_copy(how,
                                          from,
                                          detail::end_of_range(r),
                                          to,
                                          detail::end_of_range(result),
                                          std::move(comp),
                                          std::move(proj),
                                          std::move(result_proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Puts the element to `nth` that sort() would put there. None before it is larger, none behind it
/// is smaller, by comp of their projections. Returns the end of the range.
///
/// Exceptions and memory are those of sort().
///
/// Cost: less than three comparisons per element; O(n log n) in the worst case.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<It, Comp, Proj>
It nth_element(
    const parallel_policy& how, It first, It nth, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t rank = detail::size_of_range(first, nth);
  if (rank != n) {
    detail::sorting::arrange_range(
        how, first, n, {detail::sorting::arrangement::divided_at_element, rank}, comp, proj);
  }
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj>
std::ranges::borrowed_iterator_t<Range> nth_element(const parallel_policy& how,
                                                    Range&& r,
                                                    std::ranges::iterator_t<Range> nth,
                                                    Comp comp = {},
                                                    Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::nth_element(
      how, first, std::move(nth), detail::end_of_range(r), std::move(comp), std::move(proj)));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(sort)
NUTHATCH_TAKES_BOUND_POLICIES(stable_sort)
NUTHATCH_TAKES_BOUND_POLICIES(partial_sort)
NUTHATCH_TAKES_BOUND_POLICIES(partial_sort_copy)
NUTHATCH_TAKES_BOUND_POLICIES(nth_element)

}  // namespace nuthatch
