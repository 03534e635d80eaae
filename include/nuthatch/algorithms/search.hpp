// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that look for the last element, for one of several elements, or for a sequence.

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

namespace detail {

/// The elements from one of this number to the end.
template <class Iterator>
[[nodiscard]] std::ranges::subrange<Iterator> from_number(const Iterator& first,
                                                          std::uint64_t i,
                                                          std::uint64_t n) {
  return {detail::iterator_at(first, i), detail::iterator_at(first, n)};
}

/// Converts a part of a range to what an algorithm over the range returns.
template <class Range>
[[nodiscard]] constexpr auto part_of(std::ranges::subrange<std::ranges::iterator_t<Range>> found) {
  return std::ranges::borrowed_subrange_t<Range>(found);
}

/// Compares elements of two ranges by their numbers.
template <class It1, class It2, class Pred, class Proj1, class Proj2>
struct element_comparison {
  const It1& first1;
  const It2& first2;
  Pred& pred;
  Proj1& proj1;
  Proj2& proj2;

  [[nodiscard]] bool operator()(std::uint64_t i, std::uint64_t k) const {
    return static_cast<bool>(std::invoke(
        pred, detail::projected_at(first1, i, proj1), detail::projected_at(first2, k, proj2)));
  }

  /// Whether the `count` elements from number `i` on equal the second range.
  [[nodiscard]] bool matches_at(std::uint64_t i, std::uint64_t count) const {
    for (std::uint64_t k = 0; k != count; ++k) {
      if (!(*this)(i + k, k)) {
        return false;
      }
    }
    return true;
  }
};

}  // namespace detail

/// Returns the elements from the last one on whose projection meets pred; an empty range at the end
/// if there is none. Elements before one that was found are not begun with.
///
/// Cost: a parallel_for over the tested elements and, for each, one load, as for all algorithms of
/// this header. A place at which a sequence may occur is compared with it up to the first
/// difference.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
std::ranges::subrange<It> find_last_if(
    const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t found = detail::last_that_holds(how, n, [&](std::uint64_t i) {
    return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
  });
  return detail::from_number(first, found, n);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
std::ranges::borrowed_subrange_t<Range> find_last_if(const parallel_policy& how,
                                                     Range&& r,
                                                     Pred pred,
                                                     Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(nuthatch::find_last_if(
      how, first, detail::end_of_range(r), std::move(pred), std::move(proj)));
}

/// Returns the elements from the last one on whose projection does not meet pred.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
std::ranges::subrange<It> find_last_if_not(
    const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return nuthatch::find_last_if(how, first, last, std::not_fn(std::ref(pred)), std::move(proj));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
std::ranges::borrowed_subrange_t<Range> find_last_if_not(const parallel_policy& how,
                                                         Range&& r,
                                                         Pred pred,
                                                         Proj proj = {}) {
  return nuthatch::find_last_if(
      how, std::forward<Range>(r), std::not_fn(std::ref(pred)), std::move(proj));
}

/// Returns the elements from the last one on whose projection equals value.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::
      indirect_binary_predicate<std::ranges::equal_to, std::projected<It, Proj>, const Value*>
    std::ranges::subrange<It> find_last(
        const parallel_policy& how, It first, End last, const Value& value, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t found = detail::last_that_holds(how, n, [&](std::uint64_t i) {
    return static_cast<bool>(detail::projected_at(first, i, proj) == value);
  });
  return detail::from_number(first, found, n);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Value*>
std::ranges::borrowed_subrange_t<Range> find_last(const parallel_policy& how,
                                                  Range&& r,
                                                  const Value& value,
                                                  Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(
      nuthatch::find_last(how, first, detail::end_of_range(r), value, std::move(proj)));
}

/// Returns the first element for which pred(proj1(element), proj2(other)) holds with any element of
/// the second range, otherwise the end.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
It1 find_first_of(const parallel_policy& how,
                  It1 first1,
                  End1 last1,
                  It2 first2,
                  End2 last2,
                  Pred pred = {},
                  Proj1 proj1 = {},
                  Proj2 proj2 = {}) {
  const std::uint64_t n = detail::size_of_range(first1, last1);
  const std::uint64_t others = detail::size_of_range(first2, last2);
  const detail::element_comparison equal{first1, first2, pred, proj1, proj2};
  return detail::iterator_at(first1, detail::first_that_holds(how, n, [&](std::uint64_t i) {
                               for (std::uint64_t k = 0; k != others; ++k) {
                                 if (equal(i, k)) {
                                   return true;
                                 }
                               }
                               return false;
                             }));
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
std::ranges::borrowed_iterator_t<Range1> find_first_of(const parallel_policy& how,
                                                       Range1&& r1,
                                                       Range2&& r2,
                                                       Pred pred = {},
                                                       Proj1 proj1 = {},
                                                       Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return detail::iterator_of<Range1>(nuthatch::find_first_of(how,
                                                             first1,
                                                             detail::end_of_range(r1),
                                                             first2,
                                                             detail::end_of_range(r2),
                                                             std::move(pred),
                                                             std::move(proj1),
                                                             std::move(proj2)));
}

/// Returns the first place at which the second range occurs in the first one; an empty range at the
/// end if it does not. An empty second range occurs at the beginning.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
std::ranges::subrange<It1> search(const parallel_policy& how,
                                  It1 first1,
                                  End1 last1,
                                  It2 first2,
                                  End2 last2,
                                  Pred pred = {},
                                  Proj1 proj1 = {},
                                  Proj2 proj2 = {}) {
  const std::uint64_t n = detail::size_of_range(first1, last1);
  const std::uint64_t wanted = detail::size_of_range(first2, last2);
  const detail::element_comparison equal{first1, first2, pred, proj1, proj2};
  const std::uint64_t places = wanted > n ? 0 : n - wanted + 1;
  const std::uint64_t found = detail::first_that_holds(
      how, places, [&](std::uint64_t i) { return equal.matches_at(i, wanted); });
  return found == places ? detail::from_number(first1, n, n)
                         : detail::from_number(first1, found, found + wanted);
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
std::ranges::borrowed_subrange_t<Range1> search(const parallel_policy& how,
                                                Range1&& r1,
                                                Range2&& r2,
                                                Pred pred = {},
                                                Proj1 proj1 = {},
                                                Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return detail::part_of<Range1>(nuthatch::search(how,
                                                  first1,
                                                  detail::end_of_range(r1),
                                                  first2,
                                                  detail::end_of_range(r2),
                                                  std::move(pred),
                                                  std::move(proj1),
                                                  std::move(proj2)));
}

/// Returns whether the second range occurs in the first one, which an empty range does.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
bool contains_subrange(const parallel_policy& how,
                       It1 first1,
                       End1 last1,
                       It2 first2,
                       End2 last2,
                       Pred pred = {},
                       Proj1 proj1 = {},
                       Proj2 proj2 = {}) {
  const std::uint64_t n = detail::size_of_range(first1, last1);
  const std::uint64_t wanted = detail::size_of_range(first2, last2);
  const detail::element_comparison equal{first1, first2, pred, proj1, proj2};
  const std::uint64_t places = wanted > n ? 0 : n - wanted + 1;
  return wanted == 0 || detail::holds_for_any(how, places, [&](std::uint64_t i) {
           return equal.matches_at(i, wanted);
         });
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
bool contains_subrange(const parallel_policy& how,
                       Range1&& r1,
                       Range2&& r2,
                       Pred pred = {},
                       Proj1 proj1 = {},
                       Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return nuthatch::contains_subrange(how,
                                     first1,
                                     detail::end_of_range(r1),
                                     first2,
                                     detail::end_of_range(r2),
                                     std::move(pred),
                                     std::move(proj1),
                                     std::move(proj2));
}

/// Returns the last place at which the second range occurs in the first one; an empty range at the
/// end if it does not, or if it is empty.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
std::ranges::subrange<It1> find_end(const parallel_policy& how,
                                    It1 first1,
                                    End1 last1,
                                    It2 first2,
                                    End2 last2,
                                    Pred pred = {},
                                    Proj1 proj1 = {},
                                    Proj2 proj2 = {}) {
  const std::uint64_t n = detail::size_of_range(first1, last1);
  const std::uint64_t wanted = detail::size_of_range(first2, last2);
  const detail::element_comparison equal{first1, first2, pred, proj1, proj2};
  const std::uint64_t places = wanted > n || wanted == 0 ? 0 : n - wanted + 1;
  const std::uint64_t found = detail::last_that_holds(
      how, places, [&](std::uint64_t i) { return equal.matches_at(i, wanted); });
  return found == places ? detail::from_number(first1, n, n)
                         : detail::from_number(first1, found, found + wanted);
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
std::ranges::borrowed_subrange_t<Range1> find_end(const parallel_policy& how,
                                                  Range1&& r1,
                                                  Range2&& r2,
                                                  Pred pred = {},
                                                  Proj1 proj1 = {},
                                                  Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return detail::part_of<Range1>(nuthatch::find_end(how,
                                                    first1,
                                                    detail::end_of_range(r1),
                                                    first2,
                                                    detail::end_of_range(r2),
                                                    std::move(pred),
                                                    std::move(proj1),
                                                    std::move(proj2)));
}

/// Returns the first place at which `count` elements in a row have projections that equal value, by
/// pred; an empty range at the end if there is none, at the beginning if count is not positive.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Pred = std::ranges::equal_to,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::indirectly_comparable<It, const Value*, Pred, Proj>
std::ranges::subrange<It> search_n(const parallel_policy& how,
                                   It first,
                                   End last,
                                   std::iter_difference_t<It> count,
                                   const Value& value,
                                   Pred pred = {},
                                   Proj proj = {}) {
  if (count <= 0) {
    return detail::from_number(first, 0, 0);
  }
  const std::uint64_t n = detail::size_of_range(first, last);
  const auto wanted = static_cast<std::uint64_t>(count);
  const std::uint64_t places = wanted > n ? 0 : n - wanted + 1;
  const auto is = [&](std::uint64_t i) {
    return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj), value));
  };
  // Each row is measured once, from its first element.
  const std::uint64_t found = detail::first_that_holds(how, places, [&](std::uint64_t i) {
    if (!is(i) || (i != 0 && is(i - 1))) {
      return false;
    }
    std::uint64_t end = i + 1;
    while (end != i + wanted && is(end)) {
      ++end;
    }
    return end == i + wanted;
  });
  return found == places ? detail::from_number(first, n, n)
                         : detail::from_number(first, found, found + wanted);
}

template <detail::sized_random_access_range Range,
          class Pred = std::ranges::equal_to,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::indirectly_comparable<std::ranges::iterator_t<Range>, const Value*, Pred, Proj>
std::ranges::borrowed_subrange_t<Range> search_n(const parallel_policy& how,
                                                 Range&& r,
                                                 std::ranges::range_difference_t<Range> count,
                                                 const Value& value,
                                                 Pred pred = {},
                                                 Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(nuthatch::search_n(
      how, first, detail::end_of_range(r), count, value, std::move(pred), std::move(proj)));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(find_last)
NUTHATCH_TAKES_BOUND_POLICIES(find_last_if)
NUTHATCH_TAKES_BOUND_POLICIES(find_last_if_not)
NUTHATCH_TAKES_BOUND_POLICIES(find_end)
NUTHATCH_TAKES_BOUND_POLICIES(find_first_of)
NUTHATCH_TAKES_BOUND_POLICIES(search)
NUTHATCH_TAKES_BOUND_POLICIES(search_n)
NUTHATCH_TAKES_BOUND_POLICIES(contains_subrange)

}  // namespace nuthatch
