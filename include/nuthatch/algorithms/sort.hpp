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

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/sort/range.hpp>

namespace nuthatch {

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
///         as the range has; then, nothing has changed.
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
  detail::sorting::sort_range(how, first, n, comp, proj);
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
  detail::sorting::sort_range(how, first, n, comp, proj);
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

// NOLINTEND(modernize-use-auto)

}  // namespace nuthatch
