// SPDX-License-Identifier: Apache-2.0
#pragma once

// Algorithms that collect all elements in accumulators.

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
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
#include <nuthatch/detail/reduction.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// What make() returns.
template <class Make>
using accumulator_of = std::remove_cvref_t<std::invoke_result_t<Make&>>;

/// Make makes accumulators, Into adds an Operand to one, and Merge adds a right one to a left one.
template <class Make, class Into, class Merge, class Operand>
concept folds = std::invocable<Make&> && std::move_constructible<accumulator_of<Make>> &&
                std::invocable<Into&, accumulator_of<Make>&, Operand> &&
                std::invocable<Merge&, accumulator_of<Make>&, accumulator_of<Make>>;

/// The accumulators of a fold, for reduce_blocks. They may be large, so they stay where they are
/// while pointers meet. After a failure there is nothing instead.
template <class It, class Make, class Into, class Merge>
struct fold_operands {
  using accumulator = accumulator_of<Make>;
  using value = std::unique_ptr<accumulator>;
  static constexpr bool has_any = true;

  const It& first;
  Make& make;
  Into& into;
  Merge& merge;

  [[nodiscard]] static value any() { return nullptr; }

  value sum(std::uint64_t from, std::uint64_t to) {
    // What is small may be in registers meanwhile.
    constexpr std::size_t small = 64;
    if constexpr (sizeof(accumulator) <= small) {
      accumulator sum = std::invoke(make);
      add(sum, from, to);
      return std::make_unique<accumulator>(std::move(sum));
    } else {
      value sum(new accumulator(std::invoke(make)));
      add(*sum, from, to);
      return sum;
    }
  }

  [[gnu::always_inline]] void add(accumulator& sum, std::uint64_t from, std::uint64_t to) {
    const It begin = first;
    for (; from != to; ++from) {
      std::invoke(into, sum, detail::element_at(begin, from));
    }
  }

  value join(value left, value right) {
    if (left == nullptr || right == nullptr) {
      return nullptr;
    }
    std::invoke(merge, *left, std::move(*right));
    return left;
  }
};

/// Returns the length of the blocks of a fold, each of which has an accumulator: a power of two
/// that depends on the number of elements alone. There are as many blocks as elements, or 128 to
/// 256.
[[nodiscard]] inline std::uint64_t block_of_fold(std::uint64_t n) noexcept {
  constexpr std::uint64_t least = 128;
  return std::max(std::bit_floor(n / least), std::uint64_t{1});
}

}  // namespace detail

/// Collects the elements in accumulators: in one for each block, which then meet in their order, in
/// a way that depends only on the number of elements and a stated grain. So the result is the same
/// on any number of workers, for example also the order of a list that is concatenated.
///
///     auto names = nuthatch::fold(
///         nuthatch::par, files, [] { return std::set<std::string>(); },
///         [](auto& all, const file& each) { all.insert(each.name); },
///         [](auto& all, auto&& others) { all.merge(others); });
///
/// @param make   make() returns an empty accumulator, of any type that can be moved.
/// @param into   into(accumulator&, element) adds an element.
/// @param merge  merge(left&, std::move(right)) adds what the right accumulator has, whose elements
///         follow those of the left one. Accumulators with the same elements have to be equivalent,
///         however these were merged. All three are called concurrently.
/// @return the accumulator of all elements; make() for an empty range.
///
/// Cost: a parallel_for over blocks of the elements; there are no more than 256 blocks, and as many
/// accumulators, which lie on the heap, unless a grain is stated.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Make,
          class Into,
          class Merge>
  requires detail::folds<Make, Into, Merge, std::iter_reference_t<It>>
detail::accumulator_of<Make> fold(
    const parallel_policy& how, It first, End last, Make make, Into into, Merge merge) {
  const std::uint64_t n = detail::size_of_range(first, last);
  if (n == 0) {
    return std::invoke(make);
  }
  detail::fold_operands<It, Make, Into, Merge> operands{first, make, into, merge};
  const std::uint64_t stated = how.stated_grain().iterations;
  const grain size{stated != 0 ? stated : detail::block_of_fold(n)};
  auto all =
      detail::reduce_blocks<spawn_policy::adaptive>(n, operands, {size, /*reproducible=*/true});
  return std::move(*all);
}

template <detail::sized_random_access_range Range, class Make, class Into, class Merge>
  requires detail::folds<Make, Into, Merge, std::ranges::range_reference_t<Range>>
detail::accumulator_of<Make> fold(
    const parallel_policy& how, Range&& r, Make make, Into into, Merge merge) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::fold(
      how, first, detail::end_of_range(r), std::move(make), std::move(into), std::move(merge));
}

// NOLINTEND(modernize-use-auto)

NUTHATCH_TAKES_BOUND_POLICIES(fold)

}  // namespace nuthatch
