// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms whose results combine all elements up to each one.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/scan_blocks.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): iterators, sentinels and function objects
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// The ends of what a scan read and of what it wrote.
template <class It, class Out>
using scan_result = std::ranges::in_out_result<It, Out>;

namespace detail {

/// Op scans elements of Iterator into an output, with sums of type Value.
template <class Op, class Value, class Iterator, class Out>
concept scans_elements = scans<Op, Value, std::iter_reference_t<Iterator>> &&
                         std::indirectly_writable<Out, const Value&>;

/// The same for what Unary returns for the elements.
template <class Unary, class Op, class Value, class Iterator, class Out>
concept scans_transformed =
    std::copy_constructible<Unary> && std::invocable<Unary&, std::iter_reference_t<Iterator>> &&
    scans<Op, Value, std::invoke_result_t<Unary&, std::iter_reference_t<Iterator>>> &&
    std::indirectly_writable<Out, const Value&>;

/// The values that a transforming scan without an initial one adds up.
template <class Unary, class Iterator>
using transformed_value =
    std::remove_cvref_t<std::invoke_result_t<Unary&, std::iter_reference_t<Iterator>>>;

/// Scans unary(element) for elements up to the shorter end. `start` is null if the first result is
/// the first operand.
template <scan_kind Kind,
          class Value,
          class It,
          class End,
          class Out,
          class OutEnd,
          class Op,
          class Unary>
scan_result<It, Out> scan_range(const parallel_policy& how,
                                It first,
                                End last,
                                Out result,
                                OutEnd result_last,
                                const Value* start,
                                Op& op,
                                Unary& unary) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  if (n != 0) {
    auto at = [first, &unary](std::uint64_t i) -> decltype(auto) {
      return detail::call_with_elements(unary, i, first);
    };
    scan_blocks<Kind, Value, Op, decltype(at), Out> blocks(op, at, result);
    static_cast<void>(
        detail::run_carried(how, n, blocks, start, /*wanted=*/false, shares_bytes<Out>));
  }
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

}  // namespace detail

/// Assigns to each element of the output the sum of the elements up to the one of the same number,
/// itself included, up to the shorter end.
///
/// Sums are made by op, which has to be associative and need not be commutative. They keep the
/// order of the elements, and are grouped in a way that depends only on the number of elements and
/// a stated grain. So the results have the same bits on any number of workers, also for doubles.
/// Neighbouring results are not always made of each other: a sum of doubles that are not negative
/// may be less than the one before it, by what rounding differs.
///
/// @param result  the output, which may be the input.
/// @param op  op(Value, Value) and op(Value, element) return a Value, to which elements convert.
///         Here, Value is the elements' type. Called concurrently.
/// @return the ends of what was read and of what was written.
///
/// Cost: a parallel_for over the elements and, for each, up to two calls of op; one, if op adds,
/// multiplies or combines the bits of integers. Halves of the range that were stolen are read once
/// more. They keep a sum for each block meanwhile; other memory is not allocated.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Op = std::plus<>>
  requires detail::scans_elements<Op, std::iter_value_t<It>, It, Out>
scan_result<It, Out> inclusive_scan(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last, Op op = {}) {
  std::identity itself;
  return detail::scan_range<detail::scan_kind::inclusive, std::iter_value_t<It>>(
      how, first, last, result, result_last, nullptr, op, itself);
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Op = std::plus<>>
  requires detail::scans_elements<Op,
                                  std::ranges::range_value_t<Range>,
                                  std::ranges::iterator_t<Range>,
                                  std::ranges::iterator_t<OutRange>>
scan_result<std::ranges::borrowed_iterator_t<Range>, std::ranges::borrowed_iterator_t<OutRange>>
inclusive_scan(const parallel_policy& how, Range&& r, OutRange&& result, Op op = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::inclusive_scan(
      how, from, detail::end_of_range(r), to, detail::end_of_range(result), std::move(op));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// The same, with an initial value before all elements. Sums have its type: for doubles it is 0.0.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Op,
          class Value>
  requires detail::scans_elements<Op, Value, It, Out>
scan_result<It, Out> inclusive_scan(const parallel_policy& how,
                                    It first,
                                    End last,
                                    Out result,
                                    OutEnd result_last,
                                    Op op,
                                    Value init) {
  std::identity itself;
  return detail::scan_range<detail::scan_kind::inclusive, Value>(
      how, first, last, result, result_last, std::addressof(init), op, itself);
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Op,
          class Value>
  requires detail::
      scans_elements<Op, Value, std::ranges::iterator_t<Range>, std::ranges::iterator_t<OutRange>>
    scan_result<std::ranges::borrowed_iterator_t<Range>, std::ranges::borrowed_iterator_t<OutRange>>
    inclusive_scan(const parallel_policy& how, Range&& r, OutRange&& result, Op op, Value init) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::inclusive_scan(how,
                                       from,
                                       detail::end_of_range(r),
                                       to,
                                       detail::end_of_range(result),
                                       std::move(op),
                                       std::move(init));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Assigns to each element of the output the sum of an initial value and the elements before the
/// one of the same number, as inclusive_scan does.
///
/// @param init  the first result. Sums have its type: for doubles it is 0.0.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Value,
          class Op = std::plus<>>
  requires detail::scans_elements<Op, Value, It, Out>
scan_result<It, Out> exclusive_scan(const parallel_policy& how,
                                    It first,
                                    End last,
                                    Out result,
                                    OutEnd result_last,
                                    Value init,
                                    Op op = {}) {
  std::identity itself;
  return detail::scan_range<detail::scan_kind::exclusive, Value>(
      how, first, last, result, result_last, std::addressof(init), op, itself);
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Value,
          class Op = std::plus<>>
  requires detail::
      scans_elements<Op, Value, std::ranges::iterator_t<Range>, std::ranges::iterator_t<OutRange>>
    scan_result<std::ranges::borrowed_iterator_t<Range>, std::ranges::borrowed_iterator_t<OutRange>>
    exclusive_scan(
        const parallel_policy& how, Range&& r, OutRange&& result, Value init, Op op = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::exclusive_scan(how,
                                       from,
                                       detail::end_of_range(r),
                                       to,
                                       detail::end_of_range(result),
                                       std::move(init),
                                       std::move(op));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Scans unary(element) of all elements, as inclusive_scan does with the elements. unary is called
/// as often as op, so up to twice for an element, and once more where its half was stolen.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Op,
          class Unary>
  requires detail::scans_transformed<Unary, Op, detail::transformed_value<Unary, It>, It, Out>
scan_result<It, Out> transform_inclusive_scan(const parallel_policy& how,
                                              It first,
                                              End last,
                                              Out result,
                                              OutEnd result_last,
                                              Op op,
                                              Unary unary) {
  return detail::scan_range<detail::scan_kind::inclusive, detail::transformed_value<Unary, It>>(
      how, first, last, result, result_last, nullptr, op, unary);
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Op,
          class Unary>
  requires detail::scans_transformed<
      Unary,
      Op,
      detail::transformed_value<Unary, std::ranges::iterator_t<Range>>,
      std::ranges::iterator_t<Range>,
      std::ranges::iterator_t<OutRange>>
scan_result<std::ranges::borrowed_iterator_t<Range>, std::ranges::borrowed_iterator_t<OutRange>>
transform_inclusive_scan(
    const parallel_policy& how, Range&& r, OutRange&& result, Op op, Unary unary) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::transform_inclusive_scan(how,
                                                 from,
                                                 detail::end_of_range(r),
                                                 to,
                                                 detail::end_of_range(result),
                                                 std::move(op),
                                                 std::move(unary));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// The same, with an initial value before all elements.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Op,
          class Unary,
          class Value>
  requires detail::scans_transformed<Unary, Op, Value, It, Out>
scan_result<It, Out> transform_inclusive_scan(const parallel_policy& how,
                                              It first,
                                              End last,
                                              Out result,
                                              OutEnd result_last,
                                              Op op,
                                              Unary unary,
                                              Value init) {
  return detail::scan_range<detail::scan_kind::inclusive, Value>(
      how, first, last, result, result_last, std::addressof(init), op, unary);
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Op,
          class Unary,
          class Value>
  requires detail::scans_transformed<Unary,
                                     Op,
                                     Value,
                                     std::ranges::iterator_t<Range>,
                                     std::ranges::iterator_t<OutRange>>
scan_result<std::ranges::borrowed_iterator_t<Range>, std::ranges::borrowed_iterator_t<OutRange>>
transform_inclusive_scan(
    const parallel_policy& how, Range&& r, OutRange&& result, Op op, Unary unary, Value init) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::transform_inclusive_scan(how,
                                                 from,
                                                 detail::end_of_range(r),
                                                 to,
                                                 detail::end_of_range(result),
                                                 std::move(op),
                                                 std::move(unary),
                                                 std::move(init));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Scans unary(element) of all elements, as exclusive_scan does with the elements. unary is called
/// as often as op.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Value,
          class Op,
          class Unary>
  requires detail::scans_transformed<Unary, Op, Value, It, Out>
scan_result<It, Out> transform_exclusive_scan(const parallel_policy& how,
                                              It first,
                                              End last,
                                              Out result,
                                              OutEnd result_last,
                                              Value init,
                                              Op op,
                                              Unary unary) {
  return detail::scan_range<detail::scan_kind::exclusive, Value>(
      how, first, last, result, result_last, std::addressof(init), op, unary);
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Value,
          class Op,
          class Unary>
  requires detail::scans_transformed<Unary,
                                     Op,
                                     Value,
                                     std::ranges::iterator_t<Range>,
                                     std::ranges::iterator_t<OutRange>>
scan_result<std::ranges::borrowed_iterator_t<Range>, std::ranges::borrowed_iterator_t<OutRange>>
transform_exclusive_scan(
    const parallel_policy& how, Range&& r, OutRange&& result, Value init, Op op, Unary unary) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::transform_exclusive_scan(how,
                                                 from,
                                                 detail::end_of_range(r),
                                                 to,
                                                 detail::end_of_range(result),
                                                 std::move(init),
                                                 std::move(op),
                                                 std::move(unary));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(inclusive_scan)
NUTHATCH_TAKES_BOUND_POLICIES(exclusive_scan)
NUTHATCH_TAKES_BOUND_POLICIES(transform_inclusive_scan)
NUTHATCH_TAKES_BOUND_POLICIES(transform_exclusive_scan)

}  // namespace nuthatch
