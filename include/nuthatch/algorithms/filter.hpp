// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that keep some of the elements, in their order, in place or in an output.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <utility>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/algorithms/search.hpp>
#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/compaction.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/filter_blocks.hpp>

namespace nuthatch {

// NOLINTBEGIN(readability-function-size): the parameters are those of P3179
// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// Copies the elements for whose numbers test(i) holds, up to the end of the output.
template <class It, class End, class Out, class OutEnd, class Test>
std::ranges::in_out_result<It, Out> copy_selected(
    const parallel_policy& how, It first, End last, Out result, OutEnd result_last, Test test) {
  const std::uint64_t n = detail::size_of_range(first, last);
  if (n == 0) {
    return {first, result};
  }
  copying_filter<Test, It, Out> filter(
      test, first, result, detail::size_of_range(result, result_last), n);
  const std::uint64_t none = 0;
  const filter_end end =
      filter.end(*detail::run_carried(how, n, filter, &none, /*wanted=*/true, shares_bytes<Out>));
  return {detail::iterator_at(first, end.elements), detail::iterator_at(result, end.selected)};
}

/// Keeps the elements for whose numbers test(i) holds.
template <class Test>
struct kept_by_test {
  static constexpr bool compares_neighbours = false;

  Test test;

  [[nodiscard]] bool alone(std::uint64_t i) { return test(i); }

  [[nodiscard]] bool after(std::uint64_t /*kept*/, std::uint64_t i) { return test(i); }
};

/// Keeps the elements for which equal(number of the one kept before, own number) does not hold.
template <class Equal>
struct kept_if_new {
  static constexpr bool compares_neighbours = true;

  Equal equal;

  [[nodiscard]] static bool alone(std::uint64_t /*i*/) { return true; }

  [[nodiscard]] bool after(std::uint64_t kept, std::uint64_t i) { return !equal(kept, i); }
};

/// Moves the elements that are kept to the beginning. Returns what is left behind them.
template <class It, class End, class Keep>
std::ranges::subrange<It> keep_elements(const parallel_policy& how,
                                        const It& first,
                                        const End& last,
                                        Keep keep) {
  const std::uint64_t n = detail::size_of_range(first, last);
  return detail::from_number(first, detail::compact(how, first, n, keep), n);
}

}  // namespace detail

/// Copies the elements whose projection meets pred, in their order, until the output is full.
///
/// @return the end of the range and of what was written; if the output was too short, the first
///         element that found no place.
///
/// Each element is tested once, and perhaps not at all if it has no place. Cost: a parallel_for
/// over the elements. Halves of the range that were stolen keep a bit for each element meanwhile;
/// other memory is not allocated.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::indirectly_copyable<It, Out>
std::ranges::copy_if_result<It, Out> copy_if(const parallel_policy& how,
                                             It first,
                                             End last,
                                             Out result,
                                             OutEnd result_last,
                                             Pred pred,
                                             Proj proj = {}) {
  return detail::copy_selected(
      how, first, last, result, result_last, [first, &pred, &proj](std::uint64_t i) {
        return static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
      });
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>>
std::ranges::copy_if_result<std::ranges::borrowed_iterator_t<Range>,
                            std::ranges::borrowed_iterator_t<OutRange>>
copy_if(const parallel_policy& how, Range&& r, OutRange&& result, Pred pred, Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::copy_if(how,
                                from,
                                detail::end_of_range(r),
                                to,
                                detail::end_of_range(result),
                                std::move(pred),
                                std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Copies the elements whose projection does not meet pred, as copy_if does.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::indirectly_copyable<It, Out>
std::ranges::remove_copy_if_result<It, Out> remove_copy_if(const parallel_policy& how,
                                                           It first,
                                                           End last,
                                                           Out result,
                                                           OutEnd result_last,
                                                           Pred pred,
                                                           Proj proj = {}) {
  return detail::copy_selected(
      how, first, last, result, result_last, [first, &pred, &proj](std::uint64_t i) {
        return !static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
      });
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>>
std::ranges::remove_copy_if_result<std::ranges::borrowed_iterator_t<Range>,
                                   std::ranges::borrowed_iterator_t<OutRange>>
remove_copy_if(
    const parallel_policy& how, Range&& r, OutRange&& result, Pred pred, Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::remove_copy_if(how,
                                       from,
                                       detail::end_of_range(r),
                                       to,
                                       detail::end_of_range(result),
                                       std::move(pred),
                                       std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Copies the elements whose projection does not equal value, as copy_if does.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::indirectly_copyable<It, Out> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<It, Proj>,
                                          const Value*>
std::ranges::remove_copy_result<It, Out> remove_copy(const parallel_policy& how,
                                                     It first,
                                                     End last,
                                                     Out result,
                                                     OutEnd result_last,
                                                     const Value& value,
                                                     Proj proj = {}) {
  return detail::copy_selected(
      how, first, last, result, result_last, [first, &value, &proj](std::uint64_t i) {
        return !static_cast<bool>(detail::projected_at(first, i, proj) == value);
      });
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Value*>
std::ranges::remove_copy_result<std::ranges::borrowed_iterator_t<Range>,
                                std::ranges::borrowed_iterator_t<OutRange>>
remove_copy(
    const parallel_policy& how, Range&& r, OutRange&& result, const Value& value, Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::remove_copy(
      how, from, detail::end_of_range(r), to, detail::end_of_range(result), value, std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Copies the elements of which comp(proj(element before), proj(element)) does not hold, and the
/// first one, as copy_if does.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          std::random_access_iterator Out,
          std::sized_sentinel_for<Out> OutEnd,
          class Proj = std::identity,
          std::indirect_equivalence_relation<std::projected<It, Proj>> Comp = std::ranges::equal_to>
  requires std::indirectly_copyable<It, Out>
std::ranges::unique_copy_result<It, Out> unique_copy(const parallel_policy& how,
                                                     It first,
                                                     End last,
                                                     Out result,
                                                     OutEnd result_last,
                                                     Comp comp = {},
                                                     Proj proj = {}) {
  return detail::copy_selected(
      how, first, last, result, result_last, [first, &comp, &proj](std::uint64_t i) {
        return i == 0 || !static_cast<bool>(std::invoke(comp,
                                                        detail::projected_at(first, i - 1, proj),
                                                        detail::projected_at(first, i, proj)));
      });
}

template <detail::sized_random_access_range Range,
          detail::sized_random_access_range OutRange,
          class Proj = std::identity,
          std::indirect_equivalence_relation<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::equal_to>
  requires std::indirectly_copyable<std::ranges::iterator_t<Range>,
                                    std::ranges::iterator_t<OutRange>>
std::ranges::unique_copy_result<std::ranges::borrowed_iterator_t<Range>,
                                std::ranges::borrowed_iterator_t<OutRange>>
unique_copy(
    const parallel_policy& how, Range&& r, OutRange&& result, Comp comp = {}, Proj proj = {}) {
  const std::ranges::iterator_t<Range> from = std::ranges::begin(r);
  const std::ranges::iterator_t<OutRange> to = std::ranges::begin(result);
  auto ends = nuthatch::unique_copy(how,
                                    from,
                                    detail::end_of_range(r),
                                    to,
                                    detail::end_of_range(result),
                                    std::move(comp),
                                    std::move(proj));
  return {detail::iterator_of<Range>(std::move(ends.in)),
          detail::iterator_of<OutRange>(std::move(ends.out))};
}

/// Removes the elements whose projection meets pred: moves the others to the beginning, in their
/// order. Returns what is left behind them.
///
/// Each element is tested once. Cost: a parallel_for over the elements, which moves them once.
/// Halves of the range that were stolen move theirs once more, together, to where they belong. If
/// that is a short way, memory is allocated for up to an eighth of the moved elements.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<It, Proj>> Pred>
  requires std::permutable<It>
std::ranges::subrange<It> remove_if(
    const parallel_policy& how, It first, End last, Pred pred, Proj proj = {}) {
  auto is_kept = [first, &pred, &proj](std::uint64_t i) {
    return !static_cast<bool>(std::invoke(pred, detail::projected_at(first, i, proj)));
  };
  return detail::keep_elements(how, first, last, detail::kept_by_test<decltype(is_kept)>{is_kept});
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_unary_predicate<std::projected<std::ranges::iterator_t<Range>, Proj>> Pred>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> remove_if(const parallel_policy& how,
                                                  Range&& r,
                                                  Pred pred,
                                                  Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(
      nuthatch::remove_if(how, first, detail::end_of_range(r), std::move(pred), std::move(proj)));
}

/// Removes the elements whose projection equals value, as remove_if does.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          class Value = std::iter_value_t<It>>
  requires std::permutable<It> && std::indirect_binary_predicate<std::ranges::equal_to,
                                                                 std::projected<It, Proj>,
                                                                 const Value*>
std::ranges::subrange<It> remove(
    const parallel_policy& how, It first, End last, const Value& value, Proj proj = {}) {
  const auto& kept = detail::kept_value(value);
  auto is_kept = [first, &kept, &proj](std::uint64_t i) {
    return !static_cast<bool>(detail::projected_at(first, i, proj) == kept);
  };
  return detail::keep_elements(how, first, last, detail::kept_by_test<decltype(is_kept)>{is_kept});
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          class Value = std::ranges::range_value_t<Range>>
  requires std::permutable<std::ranges::iterator_t<Range>> &&
           std::indirect_binary_predicate<std::ranges::equal_to,
                                          std::projected<std::ranges::iterator_t<Range>, Proj>,
                                          const Value*>
std::ranges::borrowed_subrange_t<Range> remove(const parallel_policy& how,
                                               Range&& r,
                                               const Value& value,
                                               Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(
      nuthatch::remove(how, first, detail::end_of_range(r), value, std::move(proj)));
}

/// Removes the elements of which comp(proj(element before), proj(element)) holds, as remove_if
/// does. comp is an equivalence. Each element but the first is compared once, with the one before
/// it or the last one that was kept.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity,
          std::indirect_equivalence_relation<std::projected<It, Proj>> Comp = std::ranges::equal_to>
  requires std::permutable<It>
std::ranges::subrange<It> unique(
    const parallel_policy& how, It first, End last, Comp comp = {}, Proj proj = {}) {
  auto equal = [first, &comp, &proj](std::uint64_t before, std::uint64_t i) {
    return static_cast<bool>(std::invoke(
        comp, detail::projected_at(first, before, proj), detail::projected_at(first, i, proj)));
  };
  return detail::keep_elements(how, first, last, detail::kept_if_new<decltype(equal)>{equal});
}

template <detail::sized_random_access_range Range,
          class Proj = std::identity,
          std::indirect_equivalence_relation<std::projected<std::ranges::iterator_t<Range>, Proj>>
              Comp = std::ranges::equal_to>
  requires std::permutable<std::ranges::iterator_t<Range>>
std::ranges::borrowed_subrange_t<Range> unique(const parallel_policy& how,
                                               Range&& r,
                                               Comp comp = {},
                                               Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return detail::part_of<Range>(
      nuthatch::unique(how, first, detail::end_of_range(r), std::move(comp), std::move(proj)));
}

// NOLINTEND(modernize-use-auto)
// NOLINTEND(readability-function-size)

NUTHATCH_TAKES_BOUND_POLICIES(copy_if)
NUTHATCH_TAKES_BOUND_POLICIES(remove_copy)
NUTHATCH_TAKES_BOUND_POLICIES(remove_copy_if)
NUTHATCH_TAKES_BOUND_POLICIES(unique_copy)
NUTHATCH_TAKES_BOUND_POLICIES(remove)
NUTHATCH_TAKES_BOUND_POLICIES(remove_if)
NUTHATCH_TAKES_BOUND_POLICIES(unique)

}  // namespace nuthatch
