// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that answer a question about the order of the elements of one range or of two.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/find.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Returns whether the first range comes before the second one: at the first place where they
/// differ, by comp of their projections, its element is less; or it is a proper beginning of the
/// second range.
///
/// Cost: a parallel_for over the tested elements and, for each, one load and up to two comparisons.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Proj1 = std::identity,
          class Proj2 = std::identity,
          std::indirect_strict_weak_order<std::projected<It1, Proj1>, std::projected<It2, Proj2>>
              Comp = std::ranges::less>
bool lexicographical_compare(const parallel_policy& how,
                             It1 first1,
                             End1 last1,
                             It2 first2,
                             End2 last2,
                             Comp comp = {},
                             Proj1 proj1 = {},
                             Proj2 proj2 = {}) {
  const std::uint64_t n1 = detail::size_of_range(first1, last1);
  const std::uint64_t n2 = detail::size_of_range(first2, last2);
  const std::uint64_t n = std::min(n1, n2);
  const auto is_less = [&](std::uint64_t i) {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first1, i, proj1), detail::projected_at(first2, i, proj2)));
  };
  const auto is_greater = [&](std::uint64_t i) {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first2, i, proj2), detail::projected_at(first1, i, proj1)));
  };
  const std::uint64_t found = detail::first_that_holds(
      how, n, [&](std::uint64_t i) { return is_less(i) || is_greater(i); });
  return found == n ? n1 < n2 : is_less(found);
}

template <detail::sized_random_access_range Range1,
          detail::sized_random_access_range Range2,
          class Proj1 = std::identity,
          class Proj2 = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range1>, Proj1>,
                                          std::projected<std::ranges::iterator_t<Range2>, Proj2>>
              Comp = std::ranges::less>
bool lexicographical_compare(const parallel_policy& how,
                             Range1&& r1,
                             Range2&& r2,
                             Comp comp = {},
                             Proj1 proj1 = {},
                             Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return nuthatch::lexicographical_compare(how,
                                           first1,
                                           detail::end_of_range(r1),
                                           first2,
                                           detail::end_of_range(r2),
                                           std::move(comp),
                                           std::move(proj1),
                                           std::move(proj2));
}

/// Returns whether the first range begins with elements that equal the second one, by pred.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
bool starts_with(const parallel_policy& how,
                 It1 first1,
                 End1 last1,
                 It2 first2,
                 End2 last2,
                 Pred pred = {},
                 Proj1 proj1 = {},
                 Proj2 proj2 = {}) {
  const std::uint64_t n2 = detail::size_of_range(first2, last2);
  return detail::size_of_range(first1, last1) >= n2 &&
         nuthatch::equal(how,
                         first1,
                         detail::iterator_at(first1, n2),
                         first2,
                         last2,
                         std::move(pred),
                         std::move(proj1),
                         std::move(proj2));
}

template <detail::sized_random_access_range Range1,
          detail::sized_random_access_range Range2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<std::ranges::iterator_t<Range1>,
                                      std::ranges::iterator_t<Range2>,
                                      Pred,
                                      Proj1,
                                      Proj2>
bool starts_with(const parallel_policy& how,
                 Range1&& r1,
                 Range2&& r2,
                 Pred pred = {},
                 Proj1 proj1 = {},
                 Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return nuthatch::starts_with(how,
                               first1,
                               detail::end_of_range(r1),
                               first2,
                               detail::end_of_range(r2),
                               std::move(pred),
                               std::move(proj1),
                               std::move(proj2));
}

/// Returns whether the first range ends with elements that equal the second one, by pred.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
bool ends_with(const parallel_policy& how,
               It1 first1,
               End1 last1,
               It2 first2,
               End2 last2,
               Pred pred = {},
               Proj1 proj1 = {},
               Proj2 proj2 = {}) {
  const std::uint64_t n1 = detail::size_of_range(first1, last1);
  const std::uint64_t n2 = detail::size_of_range(first2, last2);
  return n1 >= n2 && nuthatch::equal(how,
                                     detail::iterator_at(first1, n1 - n2),
                                     last1,
                                     first2,
                                     last2,
                                     std::move(pred),
                                     std::move(proj1),
                                     std::move(proj2));
}

template <detail::sized_random_access_range Range1,
          detail::sized_random_access_range Range2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<std::ranges::iterator_t<Range1>,
                                      std::ranges::iterator_t<Range2>,
                                      Pred,
                                      Proj1,
                                      Proj2>
bool ends_with(const parallel_policy& how,
               Range1&& r1,
               Range2&& r2,
               Pred pred = {},
               Proj1 proj1 = {},
               Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return nuthatch::ends_with(how,
                             first1,
                             detail::end_of_range(r1),
                             first2,
                             detail::end_of_range(r2),
                             std::move(pred),
                             std::move(proj1),
                             std::move(proj2));
}

/// Returns whether all elements whose projection meets pred come before all others.
///
/// Each element is tested once or, around the first one that does not meet pred, twice.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
bool is_partitioned(const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  const auto meets = [&](std::uint64_t i) {
    return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
  };
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t others =
      detail::first_that_holds(how, n, [&](std::uint64_t i) { return !meets(i); });
  return !detail::holds_for_any(
      how, n - others, [&](std::uint64_t i) { return meets(others + i); });
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
bool is_partitioned(const parallel_policy& how, Range&& r, Pred pred, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::is_partitioned(
      how, first, detail::end_of_range(r), std::move(pred), std::move(proj));
}

/// Returns the first element that is greater than its parent in the heap that the elements before
/// it are, by comp of their projections; otherwise the end.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
It is_heap_until(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::iterator_at(first, detail::first_that_holds(how, n, [&](std::uint64_t i) {
                               return i != 0 && static_cast<bool>(std::invoke(
                                                    comp,
                                                    detail::projected_at(first, (i - 1) / 2, proj),
                                                    detail::projected_at(first, i, proj)));
                             }));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
std::ranges::borrowed_iterator_t<Range> is_heap_until(const parallel_policy& how,
                                                      Range&& r,
                                                      Comp comp = {},
                                                      Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::is_heap_until(
      how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Returns whether the elements are a heap.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
bool is_heap(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  return nuthatch::is_heap_until(how, first, last, std::move(comp), std::move(proj)) ==
         first + (last - first);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
bool is_heap(const parallel_policy& how, Range&& r, Comp comp = {}, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::is_heap(how, first, detail::end_of_range(r), std::move(comp), std::move(proj));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(lexicographical_compare)
NUTHATCH_TAKES_BOUND_POLICIES(starts_with)
NUTHATCH_TAKES_BOUND_POLICIES(ends_with)
NUTHATCH_TAKES_BOUND_POLICIES(is_partitioned)
NUTHATCH_TAKES_BOUND_POLICIES(is_heap)
NUTHATCH_TAKES_BOUND_POLICIES(is_heap_until)

}  // namespace nuthatch
