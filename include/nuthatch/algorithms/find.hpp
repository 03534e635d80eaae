// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that look for elements and end as soon as the answer is known.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// Tests whether the projection of an element, by its number, equals a value.
template <class It, class Value, class Proj>
class equal_element {
 public:
  /// Whether the compiled test is as short as a look whether the search is over.
  static constexpr bool is_short = std::is_same_v<Proj, std::identity> &&
                                   std::is_scalar_v<std::iter_value_t<It>> &&
                                   std::is_scalar_v<Value>;

  equal_element(const It& first, const Value& value, Proj& proj)
      : first_(first),
        value_(value),
        proj_(std::addressof(proj)) {}

  [[gnu::always_inline]] bool operator()(std::uint64_t i) {
    return static_cast<bool>(detail::projected_at(first_, i, *proj_) == value_);
  }

 private:
  It first_;
  std::conditional_t<is_short, const Value, const Value&> value_;
  Proj* proj_;
};

}  // namespace detail

/// Returns whether pred(proj(element)) holds for any element; false for an empty range. Elements
/// that no worker has begun with when one was found are not tested.
///
/// Cost: a parallel_for over the tested elements and, for each, one load, as for all algorithms of
/// this header.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
bool any_of(const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return detail::holds_for_any(
      how, detail::size_of_range(first, last), [first, &pred, &proj](std::uint64_t i) {
        return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
      });
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
bool any_of(const parallel_policy& how, Range&& r, Pred pred, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::any_of(how, first, detail::end_of_range(r), std::move(pred), std::move(proj));
}

/// Returns whether pred(proj(element)) holds for no element; true for an empty range.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
bool none_of(const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return !nuthatch::any_of(how, first, last, std::move(pred), std::move(proj));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
bool none_of(const parallel_policy& how, Range&& r, Pred pred, Proj proj = {}) {
  return !nuthatch::any_of(how, r, std::move(pred), std::move(proj));
}

/// Returns whether pred(proj(element)) holds for all elements; true for an empty range.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
bool all_of(const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return !detail::holds_for_any(
      how, detail::size_of_range(first, last), [first, &pred, &proj](std::uint64_t i) {
        return !static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
      });
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
bool all_of(const parallel_policy& how, Range&& r, Pred pred, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::all_of(how, first, detail::end_of_range(r), std::move(pred), std::move(proj));
}

/// Returns the first element whose projection meets pred, otherwise the end. Elements behind one
/// that was found are not begun with.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
It find_if(const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::iterator_at(
      first, detail::first_that_holds(how, n, [first, &pred, &proj](std::uint64_t i) {
        return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
      }));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
std::ranges::borrowed_iterator_t<Range> find_if(const parallel_policy& how,
                                                Range&& r,
                                                Pred pred,
                                                Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::find_if(how, first, detail::end_of_range(r), std::move(pred), std::move(proj)));
}

/// Returns the first element whose projection does not meet pred, otherwise the end.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
It find_if_not(const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return nuthatch::find_if(how, first, last, std::not_fn(std::ref(pred)), std::move(proj));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
std::ranges::borrowed_iterator_t<Range> find_if_not(const parallel_policy& how,
                                                    Range&& r,
                                                    Pred pred,
                                                    Proj proj = {}) {
  return nuthatch::find_if(
      how, std::forward<Range>(r), std::not_fn(std::ref(pred)), std::move(proj));
}

/// Returns the first element whose projection equals value, otherwise the end.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::
      indirect_binary_predicate<std::ranges::equal_to, std::projected<It, Proj>, const Value*>
    It find(const parallel_policy& how, It first, End last, const Value& value, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::iterator_at(
      first, detail::first_that_holds(how, n, detail::equal_element(first, value, proj)));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Value*>
std::ranges::borrowed_iterator_t<Range> find(const parallel_policy& how,
                                             Range&& r,
                                             const Value& value,
                                             Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::find(how, first, detail::end_of_range(r), value, std::move(proj)));
}

/// Returns whether the projection of any element equals value.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<It, Proj>,
                                          const Value*>
bool contains(const parallel_policy& how, It first, End last, const Value& value, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::holds_for_any(how, n, detail::equal_element(first, value, proj));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Value*>
bool contains(const parallel_policy& how, Range&& r, const Value& value, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::contains(how, first, detail::end_of_range(r), value, std::move(proj));
}

/// Returns the first element of which pred(proj(element), proj(next element)) holds, otherwise the
/// end.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_binary_predicate<std::projected<It, Proj>, std::projected<It, Proj>> Pred =
              std::ranges::equal_to>
It adjacent_find(const parallel_policy& how, It first, End last, Pred pred = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t pairs = n == 0 ? 0 : n - 1;
  const std::uint64_t found =
      detail::first_that_holds(how, pairs, [first, &pred, &proj](std::uint64_t i) {
        return static_cast<bool>(std::invoke(
            pred, detail::projected_at(first, i, proj), detail::projected_at(first, i + 1, proj)));
      });
  return detail::iterator_at(first, found == pairs ? n : found);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_binary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>,
                                         std::projected<std::ranges::iterator_t<Range>, Proj>>
              Pred = std::ranges::equal_to>
std::ranges::borrowed_iterator_t<Range> adjacent_find(const parallel_policy& how,
                                                      Range&& r,
                                                      Pred pred = {},
                                                      Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::adjacent_find(
      how, first, detail::end_of_range(r), std::move(pred), std::move(proj)));
}

/// Returns the first element that is less than the one before it, by comp of their projections,
/// otherwise the end.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
It is_sorted_until(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t pairs = n == 0 ? 0 : n - 1;
  const std::uint64_t found =
      detail::first_that_holds(how, pairs, [first, &comp, &proj](std::uint64_t i) {
        return static_cast<bool>(std::invoke(
            comp, detail::projected_at(first, i + 1, proj), detail::projected_at(first, i, proj)));
      });
  return detail::iterator_at(first, found == pairs ? n : found + 1);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
std::ranges::borrowed_iterator_t<Range> is_sorted_until(const parallel_policy& how,
                                                        Range&& r,
                                                        Comp comp = {},
                                                        Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::is_sorted_until(
      how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

/// Returns whether no element is less than the one before it.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<It, Proj>> Comp = std::ranges::less>
bool is_sorted(const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  return !detail::holds_for_any(how, n == 0 ? 0 : n - 1, [first, &comp, &proj](std::uint64_t i) {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first, i + 1, proj), detail::projected_at(first, i, proj)));
  });
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::less>
bool is_sorted(const parallel_policy& how, Range&& r, Comp comp = {}, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::is_sorted(how, first, detail::end_of_range(r), std::move(comp), std::move(proj));
}

/// Returns the first elements of two ranges for which pred(proj1(element), proj2(element)) does not
/// hold, otherwise where the shorter one ends. One of them may be without end.
template <std::random_access_iterator It1,
          detail::bounded_by_other_sentinel<It1> End1,
          std::random_access_iterator It2,
          detail::bounded_by_other_sentinel<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires(std::sized_sentinel_for<End1, It1> || std::sized_sentinel_for<End2, It2>) &&
          std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
std::ranges::mismatch_result<It1, It2> mismatch(const parallel_policy& how,
                                                It1 first1,
                                                End1 last1,
                                                It2 first2,
                                                End2 last2,
                                                Pred pred = {},
                                                Proj1 proj1 = {},
                                                Proj2 proj2 = {}) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first1, last1), detail::size_of_range(first2, last2));
  const std::uint64_t found =
      detail::first_that_holds(how, n, [first1, first2, &pred, &proj1, &proj2](std::uint64_t i) {
        return !static_cast<bool>(std::invoke(
            pred, detail::projected_at(first1, i, proj1), detail::projected_at(first2, i, proj2)));
      });
  return {detail::iterator_at(first1, found), detail::iterator_at(first2, found)};
}

template <detail::bounded_by_other_range Range1,
          detail::bounded_by_other_range Range2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires(std::ranges::sized_range<Range1> || std::ranges::sized_range<Range2>) &&
          std::indirectly_comparable<std::ranges::iterator_t<Range1>,
                                     std::ranges::iterator_t<Range2>,
                                     Pred,
                                     Proj1,
                                     Proj2>
std::ranges::mismatch_result<std::ranges::borrowed_iterator_t<Range1>,
                             std::ranges::borrowed_iterator_t<Range2>>
mismatch(const parallel_policy& how,
         Range1&& r1,
         Range2&& r2,
         Pred pred = {},
         Proj1 proj1 = {},
         Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  auto ends = nuthatch::mismatch(how,
                                 first1,
                                 detail::end_of_range(r1),
                                 first2,
                                 detail::end_of_range(r2),
                                 std::move(pred),
                                 std::move(proj1),
                                 std::move(proj2));
  return {detail::iterator_of<Range1>(std::move(ends.in1)),
          detail::iterator_of<Range2>(std::move(ends.in2))};
}

/// Returns whether two ranges have the same length and pred(proj1(element), proj2(element)) holds
/// for all elements of the same number.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Pred = std::ranges::equal_to,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_comparable<It1, It2, Pred, Proj1, Proj2>
bool equal(const parallel_policy& how,
           It1 first1,
           End1 last1,
           It2 first2,
           End2 last2,
           Pred pred = {},
           Proj1 proj1 = {},
           Proj2 proj2 = {}) {
  const std::uint64_t n = detail::size_of_range(first1, last1);
  return n == detail::size_of_range(first2, last2) &&
         !detail::holds_for_any(how, n, [first1, first2, &pred, &proj1, &proj2](std::uint64_t i) {
           return !static_cast<bool>(std::invoke(pred,
                                                 detail::projected_at(first1, i, proj1),
                                                 detail::projected_at(first2, i, proj2)));
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
bool equal(const parallel_policy& how,
           Range1&& r1,
           Range2&& r2,
           Pred pred = {},
           Proj1 proj1 = {},
           Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return nuthatch::equal(how,
                         first1,
                         detail::end_of_range(r1),
                         first2,
                         detail::end_of_range(r2),
                         std::move(pred),
                         std::move(proj1),
                         std::move(proj2));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(any_of)
NUTHATCH_TAKES_BOUND_POLICIES(all_of)
NUTHATCH_TAKES_BOUND_POLICIES(none_of)
NUTHATCH_TAKES_BOUND_POLICIES(equal)
NUTHATCH_TAKES_BOUND_POLICIES(mismatch)
NUTHATCH_TAKES_BOUND_POLICIES(is_sorted)
NUTHATCH_TAKES_BOUND_POLICIES(is_sorted_until)
NUTHATCH_TAKES_BOUND_POLICIES(find)
NUTHATCH_TAKES_BOUND_POLICIES(find_if)
NUTHATCH_TAKES_BOUND_POLICIES(find_if_not)
NUTHATCH_TAKES_BOUND_POLICIES(adjacent_find)
NUTHATCH_TAKES_BOUND_POLICIES(contains)

}  // namespace nuthatch
