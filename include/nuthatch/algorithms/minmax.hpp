// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that return the smallest or the largest element.

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
#include <nuthatch/detail/extremes.hpp>

namespace nuthatch {

// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Returns the first of the smallest elements, by comp of their projections; the end of an empty
/// range.
///
/// Cost: a parallel_for over the elements with one comparison each, and one atomic exchange per
/// block, as for all algorithms of this header; minmax and minmax_element compare up to twice.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
It min_element(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const detail::ordered_elements all(first, comp, proj);
  return detail::iterator_at(first,
                             detail::winner_of<detail::extreme::first_least>(
                                 how, detail::size_of_range(first, last), all));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
std::ranges::borrowed_iterator_t<Range> min_element(const parallel_policy& how,
                                                    Range&& r,
                                                    Comp comp = {},
                                                    Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::min_element(how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Returns the first of the largest elements; the end of an empty range.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
It max_element(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const detail::ordered_elements all(first, comp, proj);
  return detail::iterator_at(
      first,
      detail::winner_of<detail::extreme::first_most>(how, detail::size_of_range(first, last), all));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
std::ranges::borrowed_iterator_t<Range> max_element(const parallel_policy& how,
                                                    Range&& r,
                                                    Comp comp = {},
                                                    Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::max_element(how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Returns the first of the smallest elements and the last of the largest ones; the end twice for
/// an empty range.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
std::ranges::minmax_element_result<It> minmax_element(
    const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const detail::ordered_elements all(first, comp, proj);
  const detail::extreme_numbers found =
      detail::extremes_of(how, detail::size_of_range(first, last), all);
  return {detail::iterator_at(first, found.least), detail::iterator_at(first, found.most)};
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
std::ranges::minmax_element_result<std::ranges::borrowed_iterator_t<Range>> minmax_element(
    const parallel_policy& how, Range&& r, Comp comp = {}, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  auto found = nuthatch::minmax_element(
      how, first, detail::end_of_range(r), std::move(comp), std::move(proj));
  return {detail::iterator_of<Range>(std::move(found.min)),
          detail::iterator_of<Range>(std::move(found.max))};
}

/// Returns a copy of the first of the smallest elements of a range that is not empty.
template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
  requires std::indirectly_copyable_storable<std::ranges::iterator_t<Range>,
                                             std::ranges::range_value_t<Range>*>
std::ranges::range_value_t<Range> min(const parallel_policy& how,
                                      Range&& r,
                                      Comp comp = {},
                                      Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return *nuthatch::min_element(
      how, first, detail::end_of_range(r), std::move(comp), std::move(proj));
}

/// Returns a copy of the first of the largest elements of a range that is not empty.
template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
  requires std::indirectly_copyable_storable<std::ranges::iterator_t<Range>,
                                             std::ranges::range_value_t<Range>*>
std::ranges::range_value_t<Range> max(const parallel_policy& how,
                                      Range&& r,
                                      Comp comp = {},
                                      Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return *nuthatch::max_element(
      how, first, detail::end_of_range(r), std::move(comp), std::move(proj));
}

/// Returns copies of the first of the smallest elements and of the last of the largest ones, of a
/// range that is not empty.
template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
  requires std::indirectly_copyable_storable<std::ranges::iterator_t<Range>,
                                             std::ranges::range_value_t<Range>*>
std::ranges::minmax_result<std::ranges::range_value_t<Range>> minmax(const parallel_policy& how,
                                                                     Range&& r,
                                                                     Comp comp = {},
                                                                     Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  const auto found = nuthatch::minmax_element(
      how, first, detail::end_of_range(r), std::move(comp), std::move(proj));
  return {*found.min, *found.max};
}

// NOLINTEND(modernize-use-auto)

NUTHATCH_TAKES_BOUND_POLICIES(min)
NUTHATCH_TAKES_BOUND_POLICIES(max)
NUTHATCH_TAKES_BOUND_POLICIES(minmax)
NUTHATCH_TAKES_BOUND_POLICIES(min_element)
NUTHATCH_TAKES_BOUND_POLICIES(max_element)
NUTHATCH_TAKES_BOUND_POLICIES(minmax_element)

}  // namespace nuthatch
