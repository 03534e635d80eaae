// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/detail/reduction.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// In the place of a grain: what options::reproducible says for every parallel_reduce, said for
/// one.
struct reproducible_t {};

inline constexpr reproducible_t reproducible{};

namespace detail {

/// Reduces a range that is not empty.
template <spawn_policy Policy, class Index, class Value, class Map, class Reduce>
Value reduce_shaped(Index first,
                    std::uint64_t iterations,
                    const Value& identity,
                    Map& map,
                    Reduce& reduce,
                    reduction_shape shape) {
  auto whole = [&] {
    reduction<Index, Value, Map, Reduce> all{first, iterations, identity, map, reduce, shape};
    return all.template split<Policy>(0, std::bit_ceil(all.blocks));
  };
  if (this_worker() == nullptr) {
    return run_root_call(nullptr, whole);
  }
  return whole();
}

template <spawn_policy Policy, class Index, class Value, class Map, class Reduce>
Value reduce_range(Index first,  // NOLINT(readability-function-size): those of parallel_reduce
                   Index last,
                   Value identity,
                   Map& map,
                   Reduce& reduce,
                   grain size,
                   bool always) {
  if constexpr (is_loop_index<Index>() && is_reducible<Index, Value, Map, Reduce>()) {
    const std::uint64_t n = detail::distance(first, last);
    if (n == 0) {
      return identity;
    }
    const reduction_shape shape = shape_of_reduction(size, n, always);
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
      sum_of_block sum = reduce_shaped<Policy>(first, n, start, add, join, shape);
      return std::move(*sum);
    } else {
      return reduce_shaped<Policy>(first, n, identity, map, reduce, shape);
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
                    grain size,
                    bool always) {
  if constexpr (std::is_same_v<Index, Last>) {
    return reduce_range<Policy>(first, last, std::move(identity), map, reduce, size, always);
  } else if constexpr (are_loop_bounds<Index, Last>()) {
    using index = index_of<Index, Last>;
    return reduce_range<Policy>(as_index<index>(first),
                                as_index<index>(last),
                                std::move(identity),
                                map,
                                reduce,
                                size,
                                always);
  } else {
    return identity;
  }
}

}  // namespace detail

/// reduce(… reduce(reduce(identity, map(first)), map(first + 1)) …, map(last - 1)), perhaps in
/// parallel.
///
/// @param first, last  integers or random-access iterators, as for parallel_for.
/// @param identity     neutral for reduce: each block starts from a copy of it; or, where Value is
///                     move-only, from map of its first index. What an empty range gives.
/// @param map          map(i) gives something that reduce takes as second argument, and that
///                     converts to Value where Value is move-only. Or map(sum, i) adds what it has
///                     for i to a Value& sum, without a copy: that is the way for a large Value,
///                     such as a histogram, and the only one for a trivial Value of more than 256
///                     bytes. Called concurrently.
/// @param reduce       reduce(Value, Value) → Value, associative; it need not be commutative:
///                     operands keep their order. Or reduce(Value&, Value), which changes the
///                     first. Called concurrently. What it gives has to fit into Value: the
///                     identity of a sum of double is 0.0.
/// @param size         the most iterations per block. For a type whose reduction is not exactly
///                     associative, such as double, the result depends on it, and with an automatic
///                     grain on the number of workers too unless options::reproducible is set; it
///                     never depends on the schedule, the scheduler or the policy.
/// @throws what map, reduce or copying throw; task_errors when several calls did.
///
/// Who may call: any thread, as for fork_join. Cost: as parallel_for_blocked.
template <spawn_policy Policy, class Index, class Last, class Value, class Map, class Reduce>
Value parallel_reduce(
    policy_constant<Policy> /*policy*/,  // NOLINT(readability-function-size): only a tag
    Index first,
    Last last,
    Value identity,
    Map map,
    Reduce reduce,
    grain size = {}) {
  return detail::reduce_bounds<Policy>(
      first, last, std::move(identity), map, reduce, size, /*always=*/false);
}

template <class Index, class Last, class Value, class Map, class Reduce>
  requires(!detail::is_policy<Index>)
Value parallel_reduce(
    Index first, Last last, Value identity, Map map, Reduce reduce, grain size = {}) {
  return parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), size);
}

/// As above, in blocks whose number follows from the number of iterations alone: about eight times
/// its square root. So a result is the same to the last bit with any number of workers, with every
/// scheduler, policy and schedule, as long as identity, map and reduce are the same functions of
/// their arguments. What can be stolen is cut as ever: several blocks make up a piece.
///
/// Cost: as without the tag, plus a call or two per block.
template <spawn_policy Policy, class Index, class Last, class Value, class Map, class Reduce>
Value parallel_reduce(
    policy_constant<Policy> /*policy*/,  // NOLINT(readability-function-size): only a tag
    Index first,
    Last last,
    Value identity,
    Map map,
    Reduce reduce,
    reproducible_t /*tag*/) {
  return detail::reduce_bounds<Policy>(
      first, last, std::move(identity), map, reduce, {}, /*always=*/true);
}

template <class Index, class Last, class Value, class Map, class Reduce>
  requires(!detail::is_policy<Index>)
Value parallel_reduce(
    Index first, Last last, Value identity, Map map, Reduce reduce, reproducible_t tag) {
  return parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), tag);
}

}  // namespace nuthatch
