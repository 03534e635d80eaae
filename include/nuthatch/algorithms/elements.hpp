// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that visit, write, copy or replace each element on its own.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <concepts>
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

/// Calls f(proj(element)) for each element. Returns the end of the range.
///
/// Cost: a parallel_for over the elements, as for all algorithms of this header.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirectly_unary_invocable<std::projected<It, Proj>> Fun>
It for_each(const parallel_policy& how, It first, End last, Fun f, Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::for_each_number(
      how, n, [&](std::uint64_t i) { std::invoke(f, detail::projected_at(first, i, proj)); });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirectly_unary_invocable<std::projected<std::ranges::iterator_t<Range>, Proj>> Fun>
std::ranges::borrowed_iterator_t<Range> for_each(const parallel_policy& how,
                                                 Range&& r,
                                                 Fun f,
                                                 Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::for_each(how, first, detail::end_of_range(r), std::move(f), std::move(proj)));
}

/// Calls f(proj(element)) for the first `n` elements; for none if n is negative. Returns their end.
template <std::random_access_iterator It,
          class Proj = std::identity,
          std::indirectly_unary_invocable<std::projected<It, Proj>> Fun>
It for_each_n(
    const parallel_policy& how, It first, std::iter_difference_t<It> n, Fun f, Proj proj = {}) {
  const It last = n > 0 ? first + n : first;
  return nuthatch::for_each(how, first, last, std::move(f), std::move(proj));
}

/// Assigns op(proj(element)) to the element of the same number of the output, up to the shorter
/// end.
///
/// @return the ends of what was read and of what was written.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          std::copy_constructible Function,
          class Proj = std::identity>
  requires std::indirectly_writable<Out,
                                    std::indirect_result_t<Function&, std::projected<It, Proj>>>
std::ranges::unary_transform_result<It, Out> transform(const parallel_policy& how,
                                                       It first,
                                                       End last,
                                                       Out result,
                                                       OutEnd result_last,
                                                       Function op,
                                                       Proj proj = {}) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    detail::element_at(result, i) = std::invoke(op, detail::projected_at(first, i, proj));
  });
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          std::copy_constructible Function,
          class Proj = std::identity>
  requires std::indirectly_writable<
      std::ranges::iterator_t<OutRange>,
      std::indirect_result_t<Function&, std::projected<std::ranges::iterator_t<Range>, Proj>>>
std::ranges::unary_transform_result<std::ranges::borrowed_iterator_t<Range>,
                                    std::ranges::borrowed_iterator_t<OutRange>>
transform(const parallel_policy& how, Range&& r, OutRange&& result, Function op, Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::transform(how,
                                  from,
                                  detail::end_of_range(r),
                                  to,
                                  detail::end_of_range(result),
                                  std::move(op),
                                  std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Assigns op(proj1(a), proj2(b)) of the elements of equal number of two inputs, one of which may
/// be without end, such as std::views::iota(0).
template <std::random_access_iterator It1,
          detail::bounded_by_other_sentinel<It1> End1,
          std::random_access_iterator It2,
          detail::bounded_by_other_sentinel<It2> End2,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          std::copy_constructible Function,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_writable<
      Out,
      std::indirect_result_t<Function&, std::projected<It1, Proj1>, std::projected<It2, Proj2>>>
std::ranges::binary_transform_result<It1, It2, Out> transform(const parallel_policy& how,
                                                              It1 first1,
                                                              End1 last1,
                                                              It2 first2,
                                                              End2 last2,
                                                              Out result,
                                                              OutEnd result_last,
                                                              Function op,
                                                              Proj1 proj1 = {},
                                                              Proj2 proj2 = {}) {
  const std::uint64_t n = std::min({detail::size_of_range(first1, last1),
                                    detail::size_of_range(first2, last2),
                                    detail::size_of_range(result, result_last)});
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    detail::element_at(result, i) = std::invoke(
        op, detail::projected_at(first1, i, proj1), detail::projected_at(first2, i, proj2));
  });
  return {detail::iterator_at(first1, n),
          detail::iterator_at(first2, n),
          detail::iterator_at(result, n)};
}

template <detail::bounded_by_other_range Range1,
          detail::bounded_by_other_range Range2,
          detail::sized_random_access_range OutRange,
          std::copy_constructible Function,
          class Proj1 = std::identity,
          class Proj2 = std::identity>
  requires std::indirectly_writable<
      std::ranges::iterator_t<OutRange>,
      std::indirect_result_t<Function&,
                             std::projected<std::ranges::iterator_t<Range1>, Proj1>,
                             std::projected<std::ranges::iterator_t<Range2>, Proj2>>>
std::ranges::binary_transform_result<std::ranges::borrowed_iterator_t<Range1>,
                                     std::ranges::borrowed_iterator_t<Range2>,
                                     std::ranges::borrowed_iterator_t<OutRange>>
transform(const parallel_policy& how,
          Range1&& r1,
          Range2&& r2,
          OutRange&& result,
          Function op,
          Proj1 proj1 = {},
          Proj2 proj2 = {}) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::transform(how,
                                  first1,
                                  detail::end_of_range(r1),
                                  first2,
                                  detail::end_of_range(r2),
                                  to,
                                  detail::end_of_range(result),
                                  std::move(op),
                                  std::move(proj1),
                                  std::move(proj2));
  return {detail::iterator_of<Range1>(std::move(ends.in1)),
          detail::iterator_of<Range2>(std::move(ends.in2)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Assigns `value` to each element. Returns the end of the range.
template <std::random_access_iterator Out,
          std::sized_sentinel_for<Out> End,
          class Value = std::iter_value_t<Out>>
  requires std::indirectly_writable<Out, const Value&>
Out fill(const parallel_policy& how, Out first, End last, const Value& value) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const auto& kept = detail::kept_value(value);
  detail::for_each_written<Out>(
      how, n, [&](std::uint64_t i) { detail::element_at(first, i) = kept; });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range, class Value = std::ranges::range_value_t<Range>>
  requires std::indirectly_writable<std::ranges::iterator_t<Range>, const Value&>
std::ranges::borrowed_iterator_t<Range> fill(const parallel_policy& how,
                                             Range&& r,
                                             const Value& value) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::fill(how, first, detail::end_of_range(r), value));
}

/// Assigns `value` to the first `n` elements; to none if n is negative. Returns their end.
template <std::random_access_iterator Out, class Value = std::iter_value_t<Out>>
  requires std::indirectly_writable<Out, const Value&>
Out fill_n(const parallel_policy& how,
           Out first,
           std::iter_difference_t<Out> n,
           const Value& value) {
  return nuthatch::fill(how, first, n > 0 ? first + n : first, value);
}

/// Assigns gen() to each element. Returns the end of the range.
template <std::random_access_iterator Out,
          std::sized_sentinel_for<Out> End,
          std::copy_constructible Function>
  requires std::invocable<Function&> &&
           std::indirectly_writable<Out, std::invoke_result_t<Function&>>
Out generate(const parallel_policy& how, Out first, End last, Function gen) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::for_each_written<Out>(
      how, n, [&](std::uint64_t i) { detail::element_at(first, i) = std::invoke(gen); });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range, std::copy_constructible Function>
  requires std::invocable<Function&> &&
           std::indirectly_writable<std::ranges::iterator_t<Range>, std::invoke_result_t<Function&>>
std::ranges::borrowed_iterator_t<Range> generate(const parallel_policy& how,
                                                 Range&& r,
                                                 Function gen) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::generate(how, first, detail::end_of_range(r), std::move(gen)));
}

/// Assigns gen() to the first `n` elements; to none if n is negative. Returns their end.
template <std::random_access_iterator Out, std::copy_constructible Function>
  requires std::invocable<Function&> &&
           std::indirectly_writable<Out, std::invoke_result_t<Function&>>
Out generate_n(const parallel_policy& how, Out first, std::iter_difference_t<Out> n, Function gen) {
  return nuthatch::generate(how, first, n > 0 ? first + n : first, std::move(gen));
}

/// Assigns new_value to each element whose projection meets pred. Returns the end of the range.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::indirectly_writable<It, const Value&>
It replace_if(const parallel_policy& how,
              It first,
              End last,
              Pred pred,
              const Value& new_value,
              Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const auto& kept = detail::kept_value(new_value);
  detail::for_each_written<It>(how, n, [&](std::uint64_t i) {
    if (std::invoke(pred, detail::projected_at(first, i, proj))) {
      detail::element_at(first, i) = kept;
    }
  });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::indirectly_writable<std::ranges::iterator_t<Range>, const Value&>
std::ranges::borrowed_iterator_t<Range> replace_if(
    const parallel_policy& how, Range&& r, Pred pred, const Value& new_value, Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::replace_if(
      how, first, detail::end_of_range(r), std::move(pred), new_value, std::move(proj)));
}

/// Assigns new_value to each element whose projection equals old_value. Returns the end of the
/// range.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Old = std::iter_value_t<It>,
          class New = Old>
  requires std::indirectly_writable<It, const New&> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<It, Proj>,
                                          const Old*>
It replace(const parallel_policy& how,
           It first,
           End last,
           const Old& old_value,
           const New& new_value,
           Proj proj = {}) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const auto& kept_old = detail::kept_value(old_value);
  const auto& kept_new = detail::kept_value(new_value);
  detail::for_each_written<It>(how, n, [&](std::uint64_t i) {
    if (detail::projected_at(first, i, proj) == kept_old) {
      detail::element_at(first, i) = kept_new;
    }
  });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Old = std::ranges::range_value_t<Range>,
          class New = Old>
  requires std::indirectly_writable<std::ranges::iterator_t<Range>, const New&> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Old*>
std::ranges::borrowed_iterator_t<Range> replace(const parallel_policy& how,
                                                Range&& r,
                                                const Old& old_value,
                                                const New& new_value,
                                                Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::replace(
      how, first, detail::end_of_range(r), old_value, new_value, std::move(proj)));
}

/// Assigns each element to the element of the same number of the output, up to the shorter end. The
/// output may not overlap the input.
///
/// @return the ends of what was read and of what was written.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::indirectly_copyable<It, Out>
std::ranges::copy_result<It, Out> copy(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    detail::element_at(result, i) = detail::element_at(first, i);
  });
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range, detail::sized_random_access_range OutRange>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>>
std::ranges::copy_result<std::ranges::borrowed_iterator_t<Range>,
                         std::ranges::borrowed_iterator_t<OutRange>>
copy(const parallel_policy& how, Range&& r, OutRange&& result) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::copy(how, from, detail::end_of_range(r), to, detail::end_of_range(result));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Copies at most `n` elements, as copy does; none if n is negative.
template <std::random_access_iterator It,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::indirectly_copyable<It, Out>
std::ranges::copy_n_result<It, Out> copy_n(const parallel_policy& how,
                                           It first,
                                           std::iter_difference_t<It> n,
                                           Out result,
                                           OutEnd result_last) {
  auto ends = nuthatch::copy(how, first, n > 0 ? first + n : first, result, result_last);
  return {std::move(ends.in), std::move(ends.out)};
}

/// Moves each element to the element of the same number of the output, up to the shorter end.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::indirectly_movable<It, Out>
std::ranges::move_result<It, Out> move(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    detail::element_at(result, i) = std::ranges::iter_move(detail::iterator_at(first, i));
  });
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range, detail::sized_random_access_range OutRange>
  requires std::indirectly_movable<std::ranges::iterator_t<Range>,
                                   std::ranges::iterator_t<OutRange>>
std::ranges::move_result<std::ranges::borrowed_iterator_t<Range>,
                         std::ranges::borrowed_iterator_t<OutRange>>
move(const parallel_policy& how, Range&& r, OutRange&& result) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::move(how, from, detail::end_of_range(r), to, detail::end_of_range(result));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Exchanges each element with the element of the same number of the other range, up to the shorter
/// end. The ranges may not overlap.
///
/// @return the ends of what was exchanged.
template <std::random_access_iterator It1,
          std::sized_sentinel_for<It1> End1,
          std::random_access_iterator It2,
          std::sized_sentinel_for<It2> End2>
  requires std::indirectly_swappable<It1, It2>
std::ranges::swap_ranges_result<It1, It2> swap_ranges(
    const parallel_policy& how, It1 first1, End1 last1, It2 first2, End2 last2) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first1, last1), detail::size_of_range(first2, last2));
  detail::for_each_written<It1, It2>(how, n, [&](std::uint64_t i) {
    std::ranges::iter_swap(detail::iterator_at(first1, i), detail::iterator_at(first2, i));
  });
  return {detail::iterator_at(first1, n), detail::iterator_at(first2, n)};
}

template <detail::sized_random_access_range Range1, detail::sized_random_access_range Range2>
  requires std::indirectly_swappable<std::ranges::iterator_t<Range1>,
                                     std::ranges::iterator_t<Range2>>
std::ranges::swap_ranges_result<std::ranges::borrowed_iterator_t<Range1>,
                                std::ranges::borrowed_iterator_t<Range2>>
swap_ranges(const parallel_policy& how, Range1&& r1, Range2&& r2) {
  const std::ranges::iterator_t<Range1> first1 = std::ranges::begin(r1);
  const std::ranges::iterator_t<Range2> first2 = std::ranges::begin(r2);
  auto ends = nuthatch::swap_ranges(
      how, first1, detail::end_of_range(r1), first2, detail::end_of_range(r2));
  return {detail::iterator_of<Range1>(std::move(ends.in1)),
          detail::iterator_of<Range2>(std::move(ends.in2))};
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(for_each)
NUTHATCH_TAKES_BOUND_POLICIES(for_each_n)
NUTHATCH_TAKES_BOUND_POLICIES(fill)
NUTHATCH_TAKES_BOUND_POLICIES(fill_n)
NUTHATCH_TAKES_BOUND_POLICIES(generate)
NUTHATCH_TAKES_BOUND_POLICIES(generate_n)
NUTHATCH_TAKES_BOUND_POLICIES(replace)
NUTHATCH_TAKES_BOUND_POLICIES(replace_if)
NUTHATCH_TAKES_BOUND_POLICIES(transform)
NUTHATCH_TAKES_BOUND_POLICIES(copy)
NUTHATCH_TAKES_BOUND_POLICIES(copy_n)
NUTHATCH_TAKES_BOUND_POLICIES(move)
NUTHATCH_TAKES_BOUND_POLICIES(swap_ranges)

}  // namespace nuthatch
