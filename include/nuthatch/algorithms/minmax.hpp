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
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/elements.hpp>

namespace nuthatch {

// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// The element that wins over all others, by its number; `none` before any. wins(a, b) returns
/// whether element b wins over element a, which comes before it.
template <class Wins>
class winning_number {
 public:
  winning_number(std::uint64_t none, Wins& wins) noexcept
      : none_(none),
        winner_(none),
        wins_(wins) {}

  /// Lets an element compete. Elements may do so in any order.
  void any_compete(std::uint64_t i) {
    // Relaxed: the joins of the loop order what the comparisons did.
    std::uint64_t before = winner_.load(memory_order_relaxed);
    while (wins_over(before, i) &&
           !winner_.compare_exchange_weak(before, i, memory_order_relaxed, memory_order_relaxed)) {
    }
  }

  [[nodiscard]] std::uint64_t get() const noexcept { return winner_.load(memory_order_relaxed); }

 private:
  [[nodiscard]] bool wins_over(std::uint64_t other, std::uint64_t i) {
    return other == none_ || (other < i ? wins_(other, i) : !wins_(i, other));
  }

  const std::uint64_t none_;
  atomic<std::uint64_t> winner_;
  Wins& wins_;
};

/// Returns the number of the element that wins over all others, n if there is none.
template <class Wins>
[[nodiscard]] std::uint64_t winner_of(const parallel_policy& how, std::uint64_t n, Wins&& wins) {
  winning_number winner(n, wins);
  detail::for_each_block(how, n, [&](std::uint64_t i, std::uint64_t end) {
    std::uint64_t best = i;
    while (++i != end) {
      if (wins(best, i)) {
        best = i;
      }
    }
    winner.any_compete(best);
  });
  return winner.get();
}

/// The numbers of the first smallest and the last largest element; n for both if there is none.
struct extreme_numbers {
  std::uint64_t least;
  std::uint64_t most;
};

/// less(a, b) returns whether element a is less than element b.
template <class Less>
[[nodiscard]] extreme_numbers extremes(const parallel_policy& how, std::uint64_t n, Less&& less) {
  auto is_less = [&](std::uint64_t a, std::uint64_t b) {
    return less(b, a);
  };
  auto is_no_less = [&](std::uint64_t a, std::uint64_t b) {
    return !less(b, a);
  };
  winning_number least(n, is_less);
  winning_number most(n, is_no_less);
  detail::for_each_block(how, n, [&](std::uint64_t i, std::uint64_t end) {
    extreme_numbers found{i, i};
    while (++i != end) {
      if (less(i, found.least)) {
        found.least = i;
      } else if (!less(i, found.most)) {
        found.most = i;
      }
    }
    least.any_compete(found.least);
    most.any_compete(found.most);
  });
  return {least.get(), most.get()};
}

}  // namespace detail

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
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::iterator_at(
      first, detail::winner_of(how, n, [&](std::uint64_t best, std::uint64_t i) {
        return static_cast<bool>(std::invoke(
            comp, detail::projected_at(first, i, proj), detail::projected_at(first, best, proj)));
      }));
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
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::iterator_at(
      first, detail::winner_of(how, n, [&](std::uint64_t best, std::uint64_t i) {
        return static_cast<bool>(std::invoke(
            comp, detail::projected_at(first, best, proj), detail::projected_at(first, i, proj)));
      }));
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
  const std::uint64_t n = detail::size_of_range(first, last);
  const detail::extreme_numbers found =
      detail::extremes(how, n, [&](std::uint64_t a, std::uint64_t b) {
        return static_cast<bool>(std::invoke(
            comp, detail::projected_at(first, a, proj), detail::projected_at(first, b, proj)));
      });
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
