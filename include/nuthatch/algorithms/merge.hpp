// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that merge sorted ranges.

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
#include <nuthatch/detail/merging.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Copies the elements of two sorted ranges to an output, in sorted order, up to its end. Elements
/// of the first range come before equivalent ones of the second range.
///
/// @return the ends of what was read and of what was written.
///
/// Cost: a parallel_for over the output, and for each of its blocks as many comparisons as a binary
/// search takes. Small plain elements are chosen without branches.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Comp = std::ranges::less,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::mergeable<It1, It2, Out, Comp, Proj1, Proj2>
std::ranges::merge_result<It1, It2, Out> merge(const parallel_policy& how,
                                               It1 first1,
                                               End1 last1,
                                               It2 first2,
                                               End2 last2,
                                               Out result,
                                               OutEnd result_last,
                                               Comp comp = {},
                                               Proj1 proj1 = {},
                                               Proj2 proj2 = {}) {
  const detail::sorted_ranges<It1, It2, Comp, Proj1, Proj2> in{first1,
                                                               detail::size_of_range(first1, last1),
                                                               first2,
                                                               detail::size_of_range(first2, last2),
                                                               comp,
                                                               proj1,
                                                               proj2};
  const std::uint64_t n = std::min(in.size(), detail::size_of_range(result, result_last));
  auto block = [&in, &result](std::uint64_t from, std::uint64_t to) {
    detail::copy_merged(in, result, from, to);
  };
  if constexpr (detail::shares_bytes<Out>) {
    block(0, n);
  } else {
    detail::for_each_block(how, n, block);
  }
  const detail::two_counts read = in.before(n);
  return {detail::iterator_at(first1, read.first),
          detail::iterator_at(first2, read.second),
          detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range1,
          detail::sized_random_access_range Range2,
          detail::sized_random_access_range OutRange,
          class Comp = std::ranges::less,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::mergeable<std::ranges::iterator_t<Range1>,
                          std::ranges::iterator_t<Range2>,
                          std::ranges::iterator_t<OutRange>,
                          Comp,
                          Proj1,
                          Proj2>
std::ranges::merge_result<std::ranges::borrowed_iterator_t<Range1>,
                          std::ranges::borrowed_iterator_t<Range2>,
                          std::ranges::borrowed_iterator_t<OutRange>>
merge(const parallel_policy& how,
      Range1&& r1,
      Range2&& r2,
      OutRange&& result,
      Comp comp = {},
      Proj1 proj1 = {},
      Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::merge(how,
                              first1,
                              detail::end_of_range(r1),
                              first2,
                              detail::end_of_range(r2),
                              to,
                              detail::end_of_range(result),
                              std::move(comp),
                              std::move(proj1),
                              std::move(proj2));
  return {detail::iterator_of<Range1>(std::move(ends.in1)),
          detail::iterator_of<Range2>(std::move(ends.in2)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Merges the elements before `middle` and those from there on, both of which are sorted.
/// Equivalent elements keep their order. Returns the end of the range.
///
/// Elements that are not in place are moved to memory that is allocated meanwhile, and back. If
/// moving one may throw, or there is no memory, they are rotated in place instead, which takes
/// O(n log n) swaps. If a comparison throws, all elements are in the range, in any order.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<It, Comp, Proj>
It inplace_merge(
    const parallel_policy& /*how*/, It first, It middle, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t before = detail::size_of_range(first, middle);
  detail::merge_in_place(first, {before, n - before}, comp, proj);
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Comp = std::ranges::less,
          class Proj = std::identity>
  requires std::sortable<std::ranges::iterator_t<Range>, Comp, Proj>
std::ranges::borrowed_iterator_t<Range> inplace_merge(const parallel_policy& how,
                                                      Range&& r,
                                                      std::ranges::iterator_t<Range> middle,
                                                      Comp comp = {},
                                                      Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::inplace_merge(
      how, first, std::move(middle), detail::end_of_range(r), std::move(comp), std::move(proj)));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(merge)
NUTHATCH_TAKES_BOUND_POLICIES(inplace_merge)

}  // namespace nuthatch
