// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

/// An integer type whose values fit into 64 bits.
template <class Index>
concept counted_integer = std::integral<Index> && sizeof(Index) <= sizeof(std::uint64_t);

/// The index type of a loop: integers, and types that can be advanced and subtracted like
/// random-access iterators. Floating-point types are excluded, because the last step would silently
/// be lost.
template <class Index>
concept loop_index =
    counted_integer<Index> || (!std::is_floating_point_v<Index> &&
                               requires(Index i, Index end, Index next, std::ptrdiff_t n) {
                                 { end - i > 0 } -> std::convertible_to<bool>;
                                 { i + n } -> std::convertible_to<Index>;
                                 { i != end } -> std::convertible_to<bool>;
                                 ++next;
                               });

/// Reports invalid arguments of a loop. If it returns false, the remainder need not be compiled; it
/// would only repeat the error at length.
template <class Index>
[[nodiscard]] consteval bool is_loop_index() {
  static_assert(loop_index<Index>, "a parallel loop takes integers or random-access iterators");
  return loop_index<Index>;
}

template <class Body, class... Index>
[[nodiscard]] consteval bool is_loop_body() {
  static_assert(std::is_invocable_v<Body&, Index&...>,
                "the body of a parallel loop takes an index, or for blocks two of them");
  return std::is_invocable_v<Body&, Index&...>;
}

template <class Value>
inline constexpr bool is_policy = false;
template <>
inline constexpr bool is_policy<spawn_policy> = true;
template <spawn_policy Policy>
inline constexpr bool is_policy<policy_constant<Policy>> = true;

/// Two different types of bounds, neither of which is a misplaced policy.
template <class First, class Last>
concept mixed_bounds = !std::same_as<First, Last> && !is_policy<First> && !is_policy<Last>;

template <class First, class Last>
[[nodiscard]] consteval auto index_of_bounds() {
  if constexpr (counted_integer<First> && counted_integer<Last>) {
    return std::common_type_t<First, Last>{};
  } else if constexpr (requires { requires loop_index<std::common_type_t<First, Last>>; }) {
    // An iterator and a const_iterator. Two numbers were handled above.
    if constexpr (!std::is_arithmetic_v<First> && !std::is_arithmetic_v<Last>) {
      return std::common_type_t<First, Last>{};
    }
  }
}

/// The index type of a loop whose bounds have these types; void if there is none.
template <class First, class Last>
using index_of = decltype(index_of_bounds<First, Last>());

/// Reports two types that cannot be the bounds of one loop.
template <class First, class Last>
[[nodiscard]] consteval bool are_loop_bounds() {
  constexpr bool are = !std::is_void_v<index_of<First, Last>>;
  static_assert(are,
                "the two bounds of a parallel loop are integers, or random-access iterators of one "
                "sequence; a whole container is given alone: parallel_for(container, body)");
  return are;
}

/// Converts a bound of a loop to the type of its indices.
///
/// @throws std::invalid_argument for a negative number if the other bound is unsigned, because no
///         type contains all indices between the two.
template <class Index, class Bound>
[[nodiscard]] constexpr Index as_index(Bound bound) {
  if constexpr (std::signed_integral<Bound> && std::unsigned_integral<Index>) {
    if (bound < 0) {
      throw std::invalid_argument(
          "a parallel loop from or to a negative number needs both of its bounds in signed types");
    }
  }
  return static_cast<Index>(bound);
}

/// A container, span or view whose elements a loop or an algorithm visits. The name is that of
/// P3179.
template <class Range>
concept sized_random_access_range =
    std::ranges::random_access_range<Range> && std::ranges::sized_range<Range>;

/// Reports errors in a range that a loop visits as a whole, and in its body.
template <class Range, class Body>
[[nodiscard]] consteval bool is_loop_over_range() {
  static_assert(sized_random_access_range<Range>,
                "a parallel loop takes two bounds and a body, or a random-access range such as a "
                "std::vector, std::array or std::span and a body");
  if constexpr (sized_random_access_range<Range>) {
    constexpr bool takes = std::is_invocable_v<Body&, std::ranges::range_reference_t<Range>>;
    static_assert(takes, "the body of a parallel loop over a range takes an element");
    return takes;
  }
  return false;
}

}  // namespace nuthatch::detail
