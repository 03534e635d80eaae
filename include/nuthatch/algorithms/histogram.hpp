// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counts of elements by a number that each of them has.

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/bound_policy.hpp>
#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/tables.hpp>

namespace nuthatch {

// NOLINTBEGIN(modernize-use-auto): iterators may be pointers

namespace detail {

/// What Proj returns for an element is an integer or an enumeration.
template <class It, class Proj>
concept numbers_elements =
    std::copy_constructible<Proj> && std::invocable<Proj&, std::iter_reference_t<It>> &&
    (std::integral<std::remove_cvref_t<std::invoke_result_t<Proj&, std::iter_reference_t<It>>>> ||
     std::is_enum_v<std::remove_cvref_t<std::invoke_result_t<Proj&, std::iter_reference_t<It>>>>);

}  // namespace detail

/// Returns for each number below `bins` how many elements have it as their projection. Elements
/// with other numbers, such as negative ones, are not counted.
///
/// Cost: a parallel_for over the elements. Each half of the range that was stolen has a table of
/// its own meanwhile; a half that has fewer elements than there are bins cannot be stolen.
template <std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity>
  requires detail::numbers_elements<It, Proj>
std::vector<std::uint64_t> histogram(
    const parallel_policy& how, It first, End last, std::uint64_t bins, Proj proj = {}) {
  auto count = [first, &proj, bins](
                   std::uint64_t from, std::uint64_t to, std::vector<std::uint64_t>& table) {
    std::uint64_t* const counts = table.data();
    Proj project = proj;  // so that compilers need not assume that counting changes it
    for (; from != to; ++from) {
      // A negative number becomes one that is not below bins.
      const auto bin = static_cast<std::uint64_t>(detail::projected_at(first, from, project));
      if (bin < bins) {
        ++counts[bin];
      }
    }
  };
  return detail::count_in_table(how, detail::size_of_range(first, last), bins, count);
}

template <detail::sized_random_access_range Range, class Proj = std::identity>
  requires detail::numbers_elements<std::ranges::iterator_t<Range>, Proj>
std::vector<std::uint64_t> histogram(const parallel_policy& how,
                                     Range&& r,
                                     std::uint64_t bins,
                                     Proj proj = {}) {
  const std::ranges::iterator_t<Range> first = std::ranges::begin(r);
  return nuthatch::histogram(how, first, detail::end_of_range(r), bins, std::move(proj));
}

/// With a bound policy. `bins` is no template argument: it may be a literal of another type.
template <class... Bindings,
          std::random_access_iterator It,
          std::sized_sentinel_for<It> End,
          class Proj = std::identity>
  requires detail::numbers_elements<It, Proj>
std::vector<std::uint64_t> histogram(
    const bound_policy<Bindings...>& how, It first, End last, std::uint64_t bins, Proj proj = {}) {
  return how.run([&](const parallel_policy& plain) {
    return nuthatch::histogram(plain, first, last, bins, std::move(proj));
  });
}

template <class... Bindings, detail::sized_random_access_range Range, class Proj = std::identity>
  requires detail::numbers_elements<std::ranges::iterator_t<Range>, Proj>
std::vector<std::uint64_t> histogram(const bound_policy<Bindings...>& how,
                                     Range&& r,
                                     std::uint64_t bins,
                                     Proj proj = {}) {
  return nuthatch::histogram(
      how, std::ranges::begin(r), detail::end_of_range(r), bins, std::move(proj));
}

// NOLINTEND(modernize-use-auto)

}  // namespace nuthatch
