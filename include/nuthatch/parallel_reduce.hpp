// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/detail/reduction.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// A tag in the place of a grain: makes one parallel_reduce reproducible, as options::reproducible
/// does for all.
struct reproducible_t {};

inline constexpr reproducible_t reproducible{};

namespace detail {

template <spawn_policy Policy, class Index, class Value, class Map, class Reduce>
Value reduce_range(Index first,  // NOLINT(readability-function-size): those of parallel_reduce
                   Index last,
                   Value identity,
                   Map& map,
                   Reduce& reduce,
                   reduction_grain wanted) {
  if constexpr (is_loop_index<Index>() && is_reducible<Index, Value, Map, Reduce>()) {
    const std::uint64_t n = detail::distance(first, last);
    if (n == 0) {
      return identity;
    }
    if constexpr (sums_on_heap<Value>) {
      using sum_of_block = heap_value<Value>;
      auto add = [&](sum_of_block& sum, Index i) {
        if constexpr (accumulating<Index, Value, Map>) {
          map(*sum, i);
        } else {
          reduce_into(*sum, reduce, map(i));
        }
      };
      auto join = [&](sum_of_block& left, sum_of_block right) {
        reduce_into(*left, reduce, std::move(*right));
      };
      const sum_of_block start(identity);
      mapped_operands<Index, sum_of_block, decltype(add), decltype(join)> operands{
          first, start, add, join};
      const sum_of_block sum = detail::reduce_blocks<Policy>(n, operands, wanted);
      return std::move(*sum);
    } else {
      mapped_operands<Index, Value, Map, Reduce> operands{first, identity, map, reduce};
      return detail::reduce_blocks<Policy>(n, operands, wanted);
    }
  } else {
    return identity;
  }
}

/// The same for bounds of two types.
template <spawn_policy Policy, class Index, class Last, class Value, class Map, class Reduce>
Value reduce_bounds(Index first,  // NOLINT(readability-function-size): those of parallel_reduce
                    Last last,
                    Value identity,
                    Map& map,
                    Reduce& reduce,
                    reduction_grain wanted) {
  if constexpr (std::is_same_v<Index, Last>) {
    return detail::reduce_range<Policy>(first, last, std::move(identity), map, reduce, wanted);
  } else if constexpr (are_loop_bounds<Index, Last>()) {
    using index = index_of<Index, Last>;
    return reduce_range<Policy>(
        as_index<index>(first), as_index<index>(last), std::move(identity), map, reduce, wanted);
  } else {
    return identity;
  }
}

}  // namespace detail

/// Returns reduce(… reduce(reduce(identity, map(first)), map(first + 1)) …, map(last - 1)), perhaps
/// computed in parallel.
///
/// @tparam Policy       the spawn policy, given by the tag work_first, help_first or adaptive.
/// @param first, last  integers or random-access iterators, as for parallel_for.
/// @param identity     neutral for reduce, and the result for an empty range. Each block starts
///         from a copy of it, or, if Value is move-only, from the result of map for its first
///         index.
/// @param map          map(i) returns a second argument for reduce; if Value is move-only, it has
///         to convert to Value. Alternatively, map(sum, i) adds the contribution of i to a Value&
///         sum without a copy. Use that form for a large Value, such as a histogram; it is required
///         for a trivial Value of more than 256 bytes. Called concurrently.
/// @param reduce       reduce(Value, Value) → Value, associative. It need not be commutative,
///         because operands keep their order. Alternatively, reduce(Value&, Value) changes the
///         first operand. Called concurrently. Value has to be able to hold the results: for a sum
///         of double, the identity is 0.0.
/// @param size         the maximal number of iterations per block. If the reduction is not exactly
///         associative, as for double, the result depends on it; with an automatic grain it also
///         depends on the number of workers, unless options::reproducible is set. It never depends
///         on the schedule, the scheduler or the policy.
/// @return the reduced value; `identity` for an empty range.
/// @throws what map, reduce or copying throw; task_errors if several calls threw;
///         std::invalid_argument for the bounds, as for parallel_for.
///
/// Who may call: any thread, as for fork_join. Cost: that of parallel_for_blocked.
template <spawn_policy Policy, class Index, class Last, class Value, class Map, class Reduce>
// NOLINTNEXTLINE(readability-function-size): the first parameter is only a tag
Value parallel_reduce(policy_constant<Policy> /*policy*/,
                      Index first,
                      Last last,
                      Value identity,
                      Map map,
                      Reduce reduce,
                      grain size = {}) {
  return detail::reduce_bounds<Policy>(
      first, last, std::move(identity), map, reduce, {size, /*reproducible=*/false});
}

/// As above, with the worker's policy (options::policy, or the scheduler's choice).
template <class Index, class Last, class Value, class Map, class Reduce>
  requires(!detail::is_policy<Index>)
Value parallel_reduce(
    Index first, Last last, Value identity, Map map, Reduce reduce, grain size = {}) {
  return nuthatch::parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), size);
}

/// As above, but divides the range into a number of blocks that depends only on the number of
/// iterations: about eight times its square root. So the result is the same to the last bit with
/// any number of workers and every scheduler, policy and schedule, if identity, map and reduce are
/// pure functions of their arguments. The pieces that can be stolen are as large as without the
/// tag; each consists of several blocks.
///
/// Cost: as without the tag, plus one or two calls per block.
template <spawn_policy Policy, class Index, class Last, class Value, class Map, class Reduce>
// NOLINTNEXTLINE(readability-function-size): the first parameter is only a tag
Value parallel_reduce(policy_constant<Policy> /*policy*/,
                      Index first,
                      Last last,
                      Value identity,
                      Map map,
                      Reduce reduce,
                      reproducible_t /*tag*/) {
  return detail::reduce_bounds<Policy>(
      first, last, std::move(identity), map, reduce, {{}, /*reproducible=*/true});
}

/// As above, with the worker's policy (options::policy, or the scheduler's choice).
template <class Index, class Last, class Value, class Map, class Reduce>
  requires(!detail::is_policy<Index>)
Value parallel_reduce(
    Index first, Last last, Value identity, Map map, Reduce reduce, reproducible_t tag) {
  return nuthatch::parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), tag);
}

}  // namespace nuthatch
