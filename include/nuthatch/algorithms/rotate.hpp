// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that move all elements to other places, in place or into an output.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/arrange.hpp>
#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/algorithms/search.hpp>
#include <nuthatch/detail/compaction.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/rotation.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Copies the last elements, as many as the output has place for, in reverse order.
///
/// @return the end of the range, the first element that was copied, and the end of what was
///         written.
///
/// Cost: a parallel_for over the elements, as for all algorithms of this header.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::indirectly_copyable<It, Out>
std::ranges::in_in_out_result<It, It, Out> reverse_copy(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last) {
  const std::uint64_t size = detail::size_of_range(first, last);
  const std::uint64_t n = std::min(size, detail::size_of_range(result, result_last));
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    detail::element_at(result, i) = detail::element_at(first, size - 1 - i);
  });
  return {detail::iterator_at(first, size),
          detail::iterator_at(first, size - n),
          detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range, detail::sized_random_access_range OutRange>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>>
std::ranges::in_in_out_result<std::ranges::borrowed_iterator_t<Range>,
                              std::ranges::borrowed_iterator_t<Range>,
                              std::ranges::borrowed_iterator_t<OutRange>>
reverse_copy(const parallel_policy& how, Range&& r, OutRange&& result) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends =
      nuthatch::reverse_copy(how, from, detail::end_of_range(r), to, detail::end_of_range(result));
  return {detail::iterator_of<Range>(std::move(ends.in1)),
          detail::iterator_of<Range>(std::move(ends.in2)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Exchanges the elements before `middle` and those from there on, each in their order. Returns
/// where those from the beginning are.
///
/// The elements of the smaller part are moved to memory that is allocated meanwhile, and back; the
/// others once, or up to an eighth of them twice. If moving one may throw, or there is no memory,
/// each element is swapped up to twice.
template <std::random_access_iterator It, std::sized_sentinel_for<It> End>
  requires std::permutable<It>
std::ranges::subrange<It> rotate(const parallel_policy& how, It first, It middle, End last) {
  const std::uint64_t n = detail::size_of_range(first, last);
  const std::uint64_t before = detail::size_of_range(first, middle);
  if (before != 0 && before != n && !detail::rotate_by_memory(first, before, n)) {
    const It end = detail::iterator_at(first, n);
    nuthatch::reverse(how, first, middle);
    nuthatch::reverse(how, middle, end);
    nuthatch::reverse(how, first, end);
  }
  return detail::from_number(first, n - before, n);
}

template <detail::sized_random_access_range Range>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> rotate(const parallel_policy& how,
                                               Range&& r,
                                               std::ranges::iterator_t<Range> middle) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(
      nuthatch::rotate(how, first, std::move(middle), detail::end_of_range(r)));
}

/// Copies the elements from `middle` on and then those before it, up to the end of the output.
///
/// @return the ends of what was read in both parts of the range, from `middle` on first, and of
///         what was written.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::indirectly_copyable<It, Out>
std::ranges::in_in_out_result<It, It, Out> rotate_copy(
    const parallel_policy& how, It first, It middle, End last, Out result, OutEnd result_last) {
  const std::uint64_t size = detail::size_of_range(first, last);
  const std::uint64_t n = std::min(size, detail::size_of_range(result, result_last));
  const std::uint64_t before = detail::size_of_range(first, middle);
  const std::uint64_t behind = size - before;
  detail::for_each_written<Out>(how, n, [&](std::uint64_t i) {
    detail::element_at(result, i) = detail::element_at(first, i < behind ? before + i : i - behind);
  });
  return {detail::iterator_at(middle, std::min(n, behind)),
          detail::iterator_at(first, n - std::min(n, behind)),
          detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range, detail::sized_random_access_range OutRange>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>>
std::ranges::in_in_out_result<std::ranges::borrowed_iterator_t<Range>,
                              std::ranges::borrowed_iterator_t<Range>,
                              std::ranges::borrowed_iterator_t<OutRange>>
rotate_copy(const parallel_policy& how,
            Range&& r,
            std::ranges::iterator_t<Range> middle,
            OutRange&& result) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::rotate_copy(
      how, from, std::move(middle), detail::end_of_range(r), to, detail::end_of_range(result));
  return {detail::iterator_of<Range>(std::move(ends.in1)),
          detail::iterator_of<Range>(std::move(ends.in2)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Moves the elements from number n on to the beginning. Returns where they are. If n is at least
/// the number of elements, nothing is moved; n is not negative.
///
/// Each element is moved once or, in up to an eighth of the range, twice, by way of memory that is
/// allocated meanwhile.
template <std::random_access_iterator It, std::sized_sentinel_for<It> End>
  requires std::permutable<It>
std::ranges::subrange<It> shift_left(const parallel_policy& /*how*/,
                                     It first,
                                     End last,
                                     std::iter_difference_t<It> n) {
  const std::uint64_t size = detail::size_of_range(first, last);
  const auto by = static_cast<std::uint64_t>(n);
  if (by >= size) {
    return {first, first};
  }
  detail::move_down(first, by, 0, size - by);
  return {first, detail::iterator_at(first, size - by)};
}

template <detail::sized_random_access_range Range>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> shift_left(const parallel_policy& how,
                                                   Range&& r,
                                                   std::ranges::range_difference_t<Range> n) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(nuthatch::shift_left(how, first, detail::end_of_range(r), n));
}

/// Moves all but the last n elements to the end, as shift_left does to the beginning.
template <std::random_access_iterator It, std::sized_sentinel_for<It> End>
  requires std::permutable<It>
std::ranges::subrange<It> shift_right(const parallel_policy& /*how*/,
                                      It first,
                                      End last,
                                      std::iter_difference_t<It> n) {
  const std::uint64_t size = detail::size_of_range(first, last);
  const auto by = static_cast<std::uint64_t>(n);
  const It end = detail::iterator_at(first, size);
  if (by >= size) {
    return {end, end};
  }
  if constexpr (detail::shares_bytes<It>) {
    std::ranges::move_backward(first, detail::iterator_at(first, size - by), end);
  } else {
    detail::move_down(std::reverse_iterator<It>(end), by, 0, size - by);
  }
  return {detail::iterator_at(first, by), end};
}

template <detail::sized_random_access_range Range>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> shift_right(const parallel_policy& how,
                                                    Range&& r,
                                                    std::ranges::range_difference_t<Range> n) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(nuthatch::shift_right(how, first, detail::end_of_range(r), n));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(reverse_copy)
NUTHATCH_TAKES_BOUND_POLICIES(rotate)
NUTHATCH_TAKES_BOUND_POLICIES(rotate_copy)
NUTHATCH_TAKES_BOUND_POLICIES(shift_left)
NUTHATCH_TAKES_BOUND_POLICIES(shift_right)

}  // namespace nuthatch
