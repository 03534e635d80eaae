// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that separate elements that meet a predicate from the others.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/algorithms/search.hpp>
#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/filter_blocks.hpp>
#include <nuthatch/detail/partitioning.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Moves the elements whose projection meets pred before all others. Returns the others.
///
/// The order of the elements changes, but depends on nothing except them: those that are in the
/// wrong part are swapped in pairs, the first ones with the first ones. Each element is tested
/// once. Cost: a parallel_for over the elements and one over those that are swapped, and a byte for
/// each element meanwhile.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::permutable<It>
std::ranges::subrange<It> partition(
    const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return detail::partition_range(how, first, last, [first, &pred, &proj](std::uint64_t i) {
    return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
  });
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> partition(const parallel_policy& how,
                                                  Range&& r,
                                                  Pred pred,
                                                  Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(
      nuthatch::partition(how, first, detail::end_of_range(r), std::move(pred), std::move(proj)));
}

/// The same, but both parts keep their order.
///
/// Each element is moved to memory that is allocated meanwhile, and back. If moving one may throw,
/// or there is no memory, elements are rotated in place instead, which takes O(n log n) swaps.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::permutable<It>
std::ranges::subrange<It> stable_partition(
    const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return detail::stably_partition_range(how, first, last, [first, &pred, &proj](std::uint64_t i) {
    return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
  });
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> stable_partition(const parallel_policy& how,
                                                         Range&& r,
                                                         Pred pred,
                                                         Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(nuthatch::stable_partition(
      how, first, detail::end_of_range(r), std::move(pred), std::move(proj)));
}

/// Copies the elements whose projection meets pred to one output and the others to another one,
/// each in their order, until one finds no place.
///
/// @return the end of the range or the element that found no place, and the ends of what was
///         written.
///
/// Each element is tested once. Cost and memory are those of copy_if.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator OutTrue,
          std::sized_sentinel_for<OutTrue> EndTrue,
          std::random_access_iterator OutFalse,
          std::sized_sentinel_for<OutFalse> EndFalse,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::indirectly_copyable<It, OutTrue> && std::indirectly_copyable<It, OutFalse>
std::ranges::partition_copy_result<It, OutTrue, OutFalse> partition_copy(const parallel_policy& how,
                                                                         It first,
                                                                         End last,
                                                                         OutTrue out_true,
                                                                         EndTrue last_true,
                                                                         OutFalse out_false,
                                                                         EndFalse last_false,
                                                                         Pred pred,
                                                                         Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  if (n == 0) {
    return {first, out_true, out_false};
  }
  auto test = [first, &pred, &proj](std::uint64_t i) {
    return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
  };
  detail::distributing_filter<decltype(test), It, OutTrue, OutFalse> filter{
      test,
      first,
      out_true,
      out_false,
      detail::size_of_range(out_true, last_true),
      detail::size_of_range(out_false, last_false)};
  const std::uint64_t none = 0;
  const std::uint64_t selected =
      *detail::run_carried(how,
                           n,
                           filter,
                           &none,
                           /*wanted=*/true,
                           detail::shares_bytes<OutTrue> || detail::shares_bytes<OutFalse>);
  const detail::filter_end end = filter.early_end.value_or(detail::filter_end{n, selected});
  return {detail::iterator_at(first, end.elements),
          detail::iterator_at(out_true, end.selected),
          detail::iterator_at(out_false, end.elements - end.selected)};
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range RangeTrue,
          detail::sized_random_access_range RangeFalse,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<RangeTrue>> &&
           std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<RangeFalse>>
std::ranges::partition_copy_result<std::ranges::borrowed_iterator_t<Range>,
                                   std::ranges::borrowed_iterator_t<RangeTrue>,
                                   std::ranges::borrowed_iterator_t<RangeFalse>>
partition_copy(const parallel_policy& how,
               Range&& r,
               RangeTrue&& out_true,
               RangeFalse&& out_false,
               Pred pred,
               Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  const std::ranges::iterator_t<RangeTrue> to_true = std::ranges::begin(out_true);
  const std::ranges::iterator_t<RangeFalse> to_false = std::ranges::begin(out_false);
  auto ends = nuthatch::partition_copy(how,
                                       first,
                                       detail::end_of_range(r),
                                       to_true,
                                       detail::end_of_range(out_true),
                                       to_false,
                                       detail::end_of_range(out_false),
                                       std::move(pred),
                                       std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<RangeTrue>(std::move(ends.out1)),
          detail::iterator_of<RangeFalse>(std::move(ends.out2))};
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(partition)
NUTHATCH_TAKES_BOUND_POLICIES(stable_partition)
NUTHATCH_TAKES_BOUND_POLICIES(partition_copy)

}  // namespace nuthatch
