// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that begin and end the lifetimes of elements in memory.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <ranges>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/lifetimes.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

/// Default-initializes elements in memory that holds none, which leaves numbers as they are.
/// Returns the end of the range.
///
/// If a constructor throws or the call is stopped, the elements that were constructed are
/// destroyed, here and below.
///
/// Cost: a parallel_for over the elements, as for all algorithms of this header. Unless they are
/// destroyed without effect, a byte for each notes meanwhile that it was constructed.
template <detail::memory_iterator It, std::sized_sentinel_for<It> End>
  requires std::default_initializable<std::iter_value_t<It>>
It uninitialized_default_construct(const parallel_policy& how, It first, End last) {
  const std::uint64_t n = detail::size_of_range(first, last);
  if constexpr (!std::is_trivially_default_constructible_v<std::iter_value_t<It>>) {
    detail::construct_each(how, first, n, [](auto* at, std::uint64_t /*i*/) {
      ::new (static_cast<void*>(at)) std::iter_value_t<It>;
    });
  }
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range>
  requires detail::memory_iterator<std::ranges::iterator_t<Range>> &&
           std::default_initializable<std::ranges::range_value_t<Range>>
std::ranges::borrowed_iterator_t<Range> uninitialized_default_construct(const parallel_policy& how,
                                                                        Range&& r) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::uninitialized_default_construct(how, first, detail::end_of_range(r)));
}

/// The same for the first `n` elements; for none if n is negative. Returns their end.
template <detail::memory_iterator It>
  requires std::default_initializable<std::iter_value_t<It>>
It uninitialized_default_construct_n(const parallel_policy& how,
                                     It first,
                                     std::iter_difference_t<It> n) {
  return nuthatch::uninitialized_default_construct(how, first, n > 0 ? first + n : first);
}

/// Value-initializes elements in memory that holds none, which sets numbers to zero. Returns the
/// end of the range.
template <detail::memory_iterator It, std::sized_sentinel_for<It> End>
  requires std::default_initializable<std::iter_value_t<It>>
It uninitialized_value_construct(const parallel_policy& how, It first, End last) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::construct_each(
      how, first, n, [](auto* at, std::uint64_t /*i*/) { std::construct_at(at); });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range>
  requires detail::memory_iterator<std::ranges::iterator_t<Range>> &&
           std::default_initializable<std::ranges::range_value_t<Range>>
std::ranges::borrowed_iterator_t<Range> uninitialized_value_construct(const parallel_policy& how,
                                                                      Range&& r) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::uninitialized_value_construct(how, first, detail::end_of_range(r)));
}

/// The same for the first `n` elements; for none if n is negative. Returns their end.
template <detail::memory_iterator It>
  requires std::default_initializable<std::iter_value_t<It>>
It uninitialized_value_construct_n(const parallel_policy& how,
                                   It first,
                                   std::iter_difference_t<It> n) {
  return nuthatch::uninitialized_value_construct(how, first, n > 0 ? first + n : first);
}

/// Constructs copies of a value in memory that holds no elements. Returns the end of the range.
template <detail::memory_iterator It,
          std::sized_sentinel_for<It> End,
          class Value = std::iter_value_t<It>>
  requires std::constructible_from<std::iter_value_t<It>, const Value&>
It uninitialized_fill(const parallel_policy& how, It first, End last, const Value& value) {
  const std::uint64_t n = detail::size_of_range(first, last);
  detail::construct_each(
      how, first, n, [&value](auto* at, std::uint64_t /*i*/) { std::construct_at(at, value); });
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range, class Value = std::ranges::range_value_t<Range>>
  requires detail::memory_iterator<std::ranges::iterator_t<Range>> &&
           std::constructible_from<std::ranges::range_value_t<Range>, const Value&>
std::ranges::borrowed_iterator_t<Range> uninitialized_fill(const parallel_policy& how,
                                                           Range&& r,
                                                           const Value& value) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(
      nuthatch::uninitialized_fill(how, first, detail::end_of_range(r), value));
}

/// The same for the first `n` elements; for none if n is negative. Returns their end.
template <detail::memory_iterator It, class Value = std::iter_value_t<It>>
  requires std::constructible_from<std::iter_value_t<It>, const Value&>
It uninitialized_fill_n(const parallel_policy& how,
                        It first,
                        std::iter_difference_t<It> n,
                        const Value& value) {
  return nuthatch::uninitialized_fill(how, first, n > 0 ? first + n : first, value);
}

/// Constructs copies of the elements in memory that holds none, up to the shorter end. Returns the
/// ends of what was read and of what was constructed.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          detail::memory_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::constructible_from<std::iter_value_t<Out>, std::iter_reference_t<It>>
std::ranges::uninitialized_copy_result<It, Out> uninitialized_copy(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::construct_copies(how, first, result, n);
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range, detail::sized_random_access_range OutRange>
  requires detail::memory_iterator<std::ranges::iterator_t<OutRange>> &&
           std::constructible_from<std::ranges::range_value_t<OutRange>,
                                   std::ranges::range_reference_t<Range>>
std::ranges::uninitialized_copy_result<std::ranges::borrowed_iterator_t<Range>,
                                       std::ranges::borrowed_iterator_t<OutRange>>
uninitialized_copy(const parallel_policy& how, Range&& r, OutRange&& result) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::uninitialized_copy(
      how, from, detail::end_of_range(r), to, detail::end_of_range(result));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// The same for the first `n` elements of the input; for none if n is negative.
template <std::random_access_iterator It,
          detail::memory_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::constructible_from<std::iter_value_t<Out>, std::iter_reference_t<It>>
std::ranges::uninitialized_copy_n_result<It, Out> uninitialized_copy_n(const parallel_policy& how,
                                                                       It first,
                                                                       std::iter_difference_t<It> n,
                                                                       Out result,
                                                                       OutEnd result_last) {
  auto ends =
      nuthatch::uninitialized_copy(how, first, n > 0 ? first + n : first, result, result_last);
  return {std::move(ends.in), std::move(ends.out)};
}

/// Moves the elements to memory that holds none, up to the shorter end. Returns the ends of what
/// was moved and of what was constructed. After an exception, elements may have been moved from.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          detail::memory_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::constructible_from<std::iter_value_t<Out>, std::iter_rvalue_reference_t<It>>
std::ranges::uninitialized_move_result<It, Out> uninitialized_move(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last) {
  const std::uint64_t n =
      std::min(detail::size_of_range(first, last), detail::size_of_range(result, result_last));
  detail::construct_moved(how, first, result, n);
  return {detail::iterator_at(first, n), detail::iterator_at(result, n)};
}

template <detail::sized_random_access_range Range, detail::sized_random_access_range OutRange>
  requires detail::memory_iterator<std::ranges::iterator_t<OutRange>> &&
           std::constructible_from<std::ranges::range_value_t<OutRange>,
                                   std::ranges::range_rvalue_reference_t<Range>>
std::ranges::uninitialized_move_result<std::ranges::borrowed_iterator_t<Range>,
                                       std::ranges::borrowed_iterator_t<OutRange>>
uninitialized_move(const parallel_policy& how, Range&& r, OutRange&& result) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::uninitialized_move(
      how, from, detail::end_of_range(r), to, detail::end_of_range(result));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// The same for the first `n` elements of the input; for none if n is negative.
template <std::random_access_iterator It,
          detail::memory_iterator Out,
          std::sized_sentinel_for<Out> OutEnd>
  requires std::constructible_from<std::iter_value_t<Out>, std::iter_rvalue_reference_t<It>>
std::ranges::uninitialized_move_n_result<It, Out> uninitialized_move_n(const parallel_policy& how,
                                                                       It first,
                                                                       std::iter_difference_t<It> n,
                                                                       Out result,
                                                                       OutEnd result_last) {
  auto ends =
      nuthatch::uninitialized_move(how, first, n > 0 ? first + n : first, result, result_last);
  return {std::move(ends.in), std::move(ends.out)};
}

/// Destroys the elements. Returns the end of the range.
template <detail::memory_iterator It, std::sized_sentinel_for<It> End>
  requires std::destructible<std::iter_value_t<It>>
It destroy(const parallel_policy& how, It first, End last) {
  const std::uint64_t n = detail::size_of_range(first, last);
  if constexpr (!std::is_trivially_destructible_v<std::iter_value_t<It>>) {
    detail::for_each_number(
        how,
        n,
        [&first](std::uint64_t i) {
          std::destroy_at(std::addressof(detail::element_at(first, i)));
        },
        detail::when_stopped::runs);
  }
  return detail::iterator_at(first, n);
}

template <detail::sized_random_access_range Range>
  requires detail::memory_iterator<std::ranges::iterator_t<Range>> &&
           std::destructible<std::ranges::range_value_t<Range>>
std::ranges::borrowed_iterator_t<Range> destroy(const parallel_policy& how, Range&& r) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::iterator_of<Range>(nuthatch::destroy(how, first, detail::end_of_range(r)));
}

/// Destroys the first `n` elements; none if n is negative. Returns their end.
template <detail::memory_iterator It>
  requires std::destructible<std::iter_value_t<It>>
It destroy_n(const parallel_policy& how, It first, std::iter_difference_t<It> n) {
  return nuthatch::destroy(how, first, n > 0 ? first + n : first);
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): overload sets cannot be template arguments
#define NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(algorithm)                        \
  template <class... Bindings, class... Arguments>                                 \
    requires requires(const parallel_policy& how, Arguments&&... arguments) {      \
      nuthatch::algorithm(how, std::forward<Arguments>(arguments)...);             \
    }                                                                              \
  auto algorithm(const bound_policy<Bindings...>& how, Arguments&&... arguments) { \
    return detail::construct_under(how, [&](const parallel_policy& plain) {        \
      return nuthatch::algorithm(plain, std::forward<Arguments>(arguments)...);    \
    });                                                                            \
  }

NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_default_construct)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_default_construct_n)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_value_construct)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_value_construct_n)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_fill)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_fill_n)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_copy)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_copy_n)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_move)
NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES(uninitialized_move_n)

#undef NUTHATCH_CONSTRUCTS_UNDER_BOUND_POLICIES

NUTHATCH_TAKES_BOUND_POLICIES(destroy)
NUTHATCH_TAKES_BOUND_POLICIES(destroy_n)

}  // namespace nuthatch
