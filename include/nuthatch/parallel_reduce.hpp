#pragma once

#include <nuthatch/detail/language.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/reduction.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// In the place of a grain: what options::reproducible says for every parallel_reduce, said for
/// one.
struct reproducible_t {};

inline constexpr reproducible_t reproducible{};

namespace detail {

template <spawn_policy P, class I, class T, class Map, class Reduce>
T reduce_range(I first,  // NOLINT(readability-function-size): those of parallel_reduce
               I last,
               T identity,
               Map& map,
               Reduce& reduce,
               grain size,
               bool always) {
  if constexpr (is_loop_index<I>() && is_reducible<I, T, Map, Reduce>()) {
    const std::uint64_t n = detail::distance(first, last);
    if (n == 0) {
      return identity;
    }
    auto whole = [&] {
      reduction<I, T, Map, Reduce> all{
          first, n, identity, map, reduce, shape_of_reduction(size, n, always)};
      return all.template split<P>(0, std::bit_ceil(all.blocks));
    };
    if (this_worker() == nullptr) {
      return run_root_call(nullptr, whole);
    }
    return whole();
  } else {
    return identity;
  }
}

}  // namespace detail

/// reduce(… reduce(reduce(identity, map(first)), map(first + 1)) …, map(last - 1)), perhaps in
/// parallel.
///
/// @param first, last  integers or random-access iterators.
/// @param identity     neutral for reduce: each block starts from a copy of it; or, where T is
///                     move-only, from map of its first index. What an empty range gives.
/// @param map          map(i) gives something that reduce takes as second argument, and that
///                     converts to T where T is move-only. Called concurrently.
/// @param reduce       reduce(T, T) → T, associative; it need not be commutative: operands keep
///                     their order. Called concurrently.
/// @param size         the most iterations per block. For a type whose reduction is not exactly
///                     associative, such as double, the result depends on it, and with an automatic
///                     grain on the number of workers too unless options::reproducible is set; it
///                     never depends on the schedule, the scheduler or the policy.
/// @throws what map, reduce or copying throw; task_errors when several calls did.
///
/// Who may call: any thread, as for fork_join. Cost: as parallel_for_blocked.
template <spawn_policy P, class I, class T, class Map, class Reduce>
T parallel_reduce(policy_constant<P> /*policy*/,  // NOLINT(readability-function-size): only a tag
                  I first,
                  I last,
                  T identity,
                  Map map,
                  Reduce reduce,
                  grain size = {}) {
  return detail::reduce_range<P>(
      first, last, std::move(identity), map, reduce, size, /*always=*/false);
}

template <class I, class T, class Map, class Reduce>
T parallel_reduce(I first, I last, T identity, Map map, Reduce reduce, grain size = {}) {
  return parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), size);
}

/// As above, in blocks whose number follows from the number of iterations alone: about eight times
/// its square root. So a result is the same to the last bit with any number of workers, with every
/// scheduler, policy and schedule, as long as identity, map and reduce are the same functions of
/// their arguments. What can be stolen is cut as ever: several blocks make up a piece.
///
/// Cost: as without the tag, plus a call or two per block.
template <spawn_policy P, class I, class T, class Map, class Reduce>
T parallel_reduce(policy_constant<P> /*policy*/,  // NOLINT(readability-function-size): only a tag
                  I first,
                  I last,
                  T identity,
                  Map map,
                  Reduce reduce,
                  reproducible_t /*tag*/) {
  return detail::reduce_range<P>(
      first, last, std::move(identity), map, reduce, {}, /*always=*/true);
}

template <class I, class T, class Map, class Reduce>
T parallel_reduce(I first, I last, T identity, Map map, Reduce reduce, reproducible_t tag) {
  return parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), tag);
}

}  // namespace nuthatch
