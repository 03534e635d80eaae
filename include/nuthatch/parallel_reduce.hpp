#pragma once

#include <cstdint>
#include <utility>

#include <nuthatch/fork_join.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

namespace detail {

template <spawn_policy P, class I, class T, class Map, class Reduce>
T split_reduction(
    I first, std::uint64_t n, const T& identity, Map& map, Reduce& reduce, std::uint64_t piece) {
  if (n <= piece) {
    T sum = identity;
    const I last = advanced(first, n);
    for (I i = first; i != last; ++i) {
      sum = reduce(std::move(sum), map(i));
    }
    return sum;
  }
  const std::uint64_t half = n / 2;
  const I middle = advanced(first, half);
  auto left = [&, first, half, piece] {
    return split_reduction<P>(first, half, identity, map, reduce, piece);
  };
  auto right = [&, middle, rest = n - half, piece] {
    return split_reduction<P>(middle, rest, identity, map, reduce, piece);
  };
  auto [a, b] = fork_join(policy_constant<P>{}, left, right);
  return reduce(std::move(a), std::move(b));
}

}  // namespace detail

/// reduce(… reduce(reduce(identity, map(first)), map(first + 1)) …, map(last - 1)), perhaps in
/// parallel.
///
/// @param first, last  integers or random-access iterators.
/// @param identity     neutral for reduce: each block starts from a copy of it.
/// @param map          map(i) gives something that reduce takes as second argument. Called
///         concurrently.
/// @param reduce       reduce(T, T) → T, associative; it need not be commutative: operands keep
///                     their order. Called concurrently.
/// @param size         the most iterations per block. For a type whose reduction is not exactly
///                     associative, such as double, the result depends on it, and with an automatic
///                     grain on the number of workers, but never on the schedule.
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
  const std::uint64_t n = detail::distance(first, last);
  if (n == 0) {
    return identity;
  }
  auto whole = [&] {
    return detail::split_reduction<P>(first, n, identity, map, reduce, detail::loop_grain(size, n));
  };
  if (detail::this_worker() == nullptr) {
    return detail::run_root_call(nullptr, whole);
  }
  return whole();
}

template <class I, class T, class Map, class Reduce>
T parallel_reduce(I first, I last, T identity, Map map, Reduce reduce, grain size = {}) {
  return parallel_reduce(
      adaptive, first, last, std::move(identity), std::move(map), std::move(reduce), size);
}

}  // namespace nuthatch
