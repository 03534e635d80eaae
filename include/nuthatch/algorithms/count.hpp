// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that count elements.

#include <nuthatch/detail/language.hpp>

#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch {

// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// Returns for how many of the numbers of `n` elements test(i) holds.
template <class Test>
[[nodiscard]] std::uint64_t count_of(const parallel_policy& how, std::uint64_t n, Test&& test) {
  atomic<std::uint64_t> count{0};
  detail::for_each_block(how, n, [&](std::uint64_t i, std::uint64_t end) {
    std::uint64_t in_block = 0;
    for (; i != end; ++i) {
      in_block += std::uint64_t{test(i)};
    }
    count.fetch_add(in_block, memory_order_relaxed);  // the joins of the loop order it
  });
  return count.load(memory_order_relaxed);
}

}  // namespace detail

/// Returns the number of elements whose projection meets pred.
///
/// Cost: a parallel_for over the elements and one atomic addition per block, as for all algorithms
/// of this header.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
std::iter_difference_t<It> count_if(
    const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  return static_cast<std::iter_difference_t<It>>(
      detail::count_of(how, detail::size_of_range(first, last), [&](std::uint64_t i) {
        return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
      }));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
std::ranges::range_difference_t<Range> count_if(const parallel_policy& how,
                                                Range&& r,
                                                Pred pred,
                                                Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::count_if(how, first, detail::end_of_range(r), std::move(pred), std::move(proj));
}

/// Returns the number of elements whose projection equals value.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::
      indirect_binary_predicate<std::ranges::equal_to, std::projected<It, Proj>, const Value*>
    std::iter_difference_t<It> count(
        const parallel_policy& how, It first, End last, const Value& value, Proj proj = {}) {
  return static_cast<std::iter_difference_t<It>>(
      detail::count_of(how, detail::size_of_range(first, last), [&](std::uint64_t i) {
        return static_cast<bool>(detail::projected_at(first, i, proj) == value);
      }));
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Value*>
std::ranges::range_difference_t<Range> count(const parallel_policy& how,
                                             Range&& r,
                                             const Value& value,
                                             Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::count(how, first, detail::end_of_range(r), value, std::move(proj));
}

// NOLINTEND(modernize-use-auto)

NUTHATCH_TAKES_BOUND_POLICIES(count)
NUTHATCH_TAKES_BOUND_POLICIES(count_if)

}  // namespace nuthatch
