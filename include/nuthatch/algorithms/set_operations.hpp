// SPDX-License-Identifier: Apache-2.0
#pragma once

// Set operations on sorted ranges.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/merging.hpp>
#include <nuthatch/detail/set_blocks.hpp>

namespace nuthatch {

namespace detail {

/// Whether each element of the second range has a partner in the first one.
template <class Path>
[[nodiscard]] bool includes_all(const parallel_policy& how, const Path& path) {
  if (path.n2 > path.n1) {
    return false;
  }
  atomic<bool> missing{/*value=*/false};
  // Relaxed: the joins of the loop order the accesses.
  const auto is_over = [&missing] {
    return missing.load(memory_order_relaxed);
  };
  detail::for_each_block(
      how,
      path.size(),
      [&](std::uint64_t from, std::uint64_t to) {
        if (is_over()) {
          return;
        }
        two_counts at = path.at(from);
        const auto ignore = [](std::uint64_t /*i*/) {
          return true;
        };
        const auto note_missing = [&missing](std::uint64_t /*k*/) {
          missing.store(/*value=*/true, memory_order_relaxed);
          return false;
        };
        detail::pass_elements<only_second_kind>(path, at, path.at(to), ignore, note_missing);
      },
      is_over);
  return !is_over();
}

}  // namespace detail

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Returns whether each element of the second range has a partner in the first one: an equivalent
/// element that is no other one's partner. Both are sorted.
///
/// Cost: a parallel_for over the elements of both, and for each of its blocks as many comparisons
/// as some binary searches take. Once a partner is missing, no further blocks begin.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2,
          class Proj1 = std::identity,
          class Proj2 = std::identity,
          std::indirect_strict_weak_order<std::projected<It1, Proj1>, std::projected<It2, Proj2>>
              Comp = std::ranges::less>
bool includes(const parallel_policy& how,
              It1 first1,
              End1 last1,
              It2 first2,
              End2 last2,
              Comp comp = {},
              Proj1 proj1 = {},
              Proj2 proj2 = {}) {
  using path = detail::set_path<It1, It2, Comp, Proj1, Proj2>;
  const path in{{first1,
                 detail::size_of_range(first1, last1),
                 first2,
                 detail::size_of_range(first2, last2),
                 comp,
                 proj1,
                 proj2}};
  return detail::includes_all(how, in);
}

template <detail::sized_random_access_range Range1,
          detail::sized_random_access_range Range2,
          class Proj1 = std::identity,
          class Proj2 = std::identity,
          std::indirect_strict_weak_order<std::projected<std::ranges::iterator_t<Range1>, Proj1>,
                                          std::projected<std::ranges::iterator_t<Range2>, Proj2>>
              Comp = std::ranges::less>
bool includes(const parallel_policy& how,
              Range1&& r1,
              Range2&& r2,
              Comp comp = {},
              Proj1 proj1 = {},
              Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  return nuthatch::includes(how,
                            first1,
                            detail::end_of_range(r1),
                            first2,
                            detail::end_of_range(r2),
                            std::move(comp),
                            std::move(proj1),
                            std::move(proj2));
}

/// Copies the elements that are in one of two sorted ranges or in both, in sorted order, until the
/// output is full. Of m equivalent elements in the first range and n in the second one, all m are
/// copied, and after them the last n - m ones, if n is greater.
///
/// @return the ends of both ranges and of what was written; if the output was too short, the
///         elements before which it was full.
///
/// Cost: a parallel_for over the elements of both ranges, which are compared up to twice, and for
/// each of its blocks as many comparisons as some binary searches take. Halves that were stolen are
/// compared once more.
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
std::ranges::set_union_result<It1, It2, Out> set_union(const parallel_policy& how,
                                                       It1 first1,
                                                       End1 last1,
                                                       It2 first2,
                                                       End2 last2,
                                                       Out result,
                                                       OutEnd result_last,
                                                       Comp comp = {},
                                                       Proj1 proj1 = {},
                                                       Proj2 proj2 = {}) {
  using path = detail::set_path<It1, It2, Comp, Proj1, Proj2>;
  const path in{{first1,
                 detail::size_of_range(first1, last1),
                 first2,
                 detail::size_of_range(first2, last2),
                 comp,
                 proj1,
                 proj2}};
  const detail::set_end end = detail::run_set_operation<detail::set_union_kind>(
      how, in, result, detail::size_of_range(result, result_last));
  return {detail::iterator_at(first1, end.read.first),
          detail::iterator_at(first2, end.read.second),
          detail::iterator_at(result, end.copied)};
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
std::ranges::set_union_result<std::ranges::borrowed_iterator_t<Range1>,
                              std::ranges::borrowed_iterator_t<Range2>,
                              std::ranges::borrowed_iterator_t<OutRange>>
set_union(const parallel_policy& how,
          Range1&& r1,
          Range2&& r2,
          OutRange&& result,
          Comp comp = {},
          Proj1 proj1 = {},
          Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::set_union(how,
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

/// Copies the elements of the first range that have partners in the second one, as set_union does:
/// of equivalent elements, min(m, n).
///
/// @return what follows the last element that was copied and its partner, and the end of what was
///         written; if the output was too short, the elements before which it was full.
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
std::ranges::set_intersection_result<It1, It2, Out> set_intersection(const parallel_policy& how,
                                                                     It1 first1,
                                                                     End1 last1,
                                                                     It2 first2,
                                                                     End2 last2,
                                                                     Out result,
                                                                     OutEnd result_last,
                                                                     Comp comp = {},
                                                                     Proj1 proj1 = {},
                                                                     Proj2 proj2 = {}) {
  using path = detail::set_path<It1, It2, Comp, Proj1, Proj2>;
  const path in{{first1,
                 detail::size_of_range(first1, last1),
                 first2,
                 detail::size_of_range(first2, last2),
                 comp,
                 proj1,
                 proj2}};
  const detail::set_end end = detail::run_set_operation<detail::set_intersection_kind>(
      how, in, result, detail::size_of_range(result, result_last));
  return {detail::iterator_at(first1, end.read.first),
          detail::iterator_at(first2, end.read.second),
          detail::iterator_at(result, end.copied)};
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
std::ranges::set_intersection_result<std::ranges::borrowed_iterator_t<Range1>,
                                     std::ranges::borrowed_iterator_t<Range2>,
                                     std::ranges::borrowed_iterator_t<OutRange>>
set_intersection(const parallel_policy& how,
                 Range1&& r1,
                 Range2&& r2,
                 OutRange&& result,
                 Comp comp = {},
                 Proj1 proj1 = {},
                 Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::set_intersection(how,
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

/// What set_difference returns.
template <class It1, class It2, class Out>
using set_difference_truncated_result = std::ranges::in_in_out_result<It1, It2, Out>;

/// Copies the elements of the first range that have no partners in the second one, as set_union
/// does: of equivalent elements, the last m - n ones, if m is greater.
///
/// @return the end of the first range, what the second one has behind it, and the end of what was
///         written; if the output was too short, the elements before which it was full.
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
set_difference_truncated_result<It1, It2, Out> set_difference(const parallel_policy& how,
                                                              It1 first1,
                                                              End1 last1,
                                                              It2 first2,
                                                              End2 last2,
                                                              Out result,
                                                              OutEnd result_last,
                                                              Comp comp = {},
                                                              Proj1 proj1 = {},
                                                              Proj2 proj2 = {}) {
  using path = detail::set_path<It1, It2, Comp, Proj1, Proj2>;
  const path in{{first1,
                 detail::size_of_range(first1, last1),
                 first2,
                 detail::size_of_range(first2, last2),
                 comp,
                 proj1,
                 proj2}};
  detail::set_end end = detail::run_set_operation<detail::set_difference_kind>(
      how, in, result, detail::size_of_range(result, result_last));
  if (!end.early) {
    end.read.second = in.second_when_first_ends();
  }
  return {detail::iterator_at(first1, end.read.first),
          detail::iterator_at(first2, end.read.second),
          detail::iterator_at(result, end.copied)};
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
set_difference_truncated_result<std::ranges::borrowed_iterator_t<Range1>,
                                std::ranges::borrowed_iterator_t<Range2>,
                                std::ranges::borrowed_iterator_t<OutRange>>
set_difference(const parallel_policy& how,
               Range1&& r1,
               Range2&& r2,
               OutRange&& result,
               Comp comp = {},
               Proj1 proj1 = {},
               Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::set_difference(how,
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

/// Copies the elements of both ranges that have no partners in the other one, as set_union does: of
/// equivalent elements, the last |m - n| ones of the range that has more.
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
std::ranges::set_symmetric_difference_result<It1, It2, Out> set_symmetric_difference(
    const parallel_policy& how,
    It1 first1,
    End1 last1,
    It2 first2,
    End2 last2,
    Out result,
    OutEnd result_last,
    Comp comp = {},
    Proj1 proj1 = {},
    Proj2 proj2 = {}) {
  using path = detail::set_path<It1, It2, Comp, Proj1, Proj2>;
  const path in{{first1,
                 detail::size_of_range(first1, last1),
                 first2,
                 detail::size_of_range(first2, last2),
                 comp,
                 proj1,
                 proj2}};
  const detail::set_end end = detail::run_set_operation<detail::set_symmetric_difference_kind>(
      how, in, result, detail::size_of_range(result, result_last));
  return {detail::iterator_at(first1, end.read.first),
          detail::iterator_at(first2, end.read.second),
          detail::iterator_at(result, end.copied)};
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
std::ranges::set_symmetric_difference_result<std::ranges::borrowed_iterator_t<Range1>,
                                             std::ranges::borrowed_iterator_t<Range2>,
                                             std::ranges::borrowed_iterator_t<OutRange>>
set_symmetric_difference(const parallel_policy& how,
                         Range1&& r1,
                         Range2&& r2,
                         OutRange&& result,
                         Comp comp = {},
                         Proj1 proj1 = {},
                         Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::set_symmetric_difference(how,
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

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(includes)
NUTHATCH_TAKES_BOUND_POLICIES(set_union)
NUTHATCH_TAKES_BOUND_POLICIES(set_intersection)
NUTHATCH_TAKES_BOUND_POLICIES(set_difference)
NUTHATCH_TAKES_BOUND_POLICIES(set_symmetric_difference)

}  // namespace nuthatch
