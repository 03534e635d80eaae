// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <type_traits>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/detail/scope_use.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// The maximal number of iterations of a parallel loop that run without a spawn between them. 0:
/// chosen from the numbers of iterations and workers, so that each worker runs a few dozen blocks.
///
/// In a strict replay (schedule.hpp) the grain is a minimum instead: iterations that the schedule
/// keeps on one worker run without spawns. Only parallel_for_blocked with an explicit grain keeps
/// to it.
struct grain {
  std::uint64_t iterations = 0;
};

namespace detail {

/// Returns the grain that the caller requested, or the automatic choice for `iterations` on the
/// calling thread's runtime.
[[nodiscard]] std::uint64_t loop_grain(grain wanted, std::uint64_t iterations) noexcept;

template <class Index>
[[nodiscard]] constexpr std::uint64_t distance(Index first, Index last) noexcept {
  if constexpr (counted_integer<Index>) {
    return last > first ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) : 0;
  } else {
    return last - first > 0 ? static_cast<std::uint64_t>(last - first) : 0;
  }
}

template <class Index>
[[nodiscard]] constexpr Index advanced(Index first, std::uint64_t n) noexcept {
  if constexpr (counted_integer<Index>) {
    return static_cast<Index>(static_cast<std::uint64_t>(first) + n);
  } else {
    return first + static_cast<std::ptrdiff_t>(n);
  }
}

/// Returns spawns_may_migrate() for a loop that begins now: whether it has to ask before each
/// spawn.
[[nodiscard]] bool loop_asks() noexcept;

/// Runs blocks of a loop, given by their first index and the index after their last.
struct loop_blocks {
  void (*run)(void* body, std::uint64_t first, std::uint64_t last);
  void* body;
  std::uint64_t piece;
};

/// The same as split_loop, for a loop that asks before each spawn.
[[gnu::cold]] void split_asking(spawn_policy policy,
                                const loop_blocks& blocks,
                                std::uint64_t iterations);

template <class Index, class Function>
struct loop_body {
  Index first;
  Function* block;

  static void run(void* body, std::uint64_t from, std::uint64_t to) {
    auto& self = *static_cast<loop_body*>(body);
    detail::call_noted(
        *self.block, detail::advanced(self.first, from), detail::advanced(self.first, to));
  }
};

template <spawn_policy Policy, class Index, class Function>
void split_loop(Index first, std::uint64_t n, Function& block, std::uint64_t piece) {
  if (n <= piece) {
    detail::call_noted(block, first, detail::advanced(first, n));
    return;
  }
  const std::uint64_t half = n / 2;
  const Index middle = detail::advanced(first, half);
  auto left = [&, first, half, piece] {
    detail::split_loop<Policy>(first, half, block, piece);
  };
  auto right = [&, middle, rest = n - half, piece] {
    detail::split_loop<Policy>(middle, rest, block, piece);
  };
  nuthatch::fork_join(policy_constant<Policy>{}, left, right);
}

/// Runs the iterations of a loop, at least one, in the calling task. `any_size`: blocks may have
/// more iterations than the grain.
template <spawn_policy Policy, class Index, class Function>
void run_loop(Index first, std::uint64_t n, Function& block, grain size, bool any_size) {
  const std::uint64_t piece = loop_grain(size, n);
  if (any_size && reload_worker().poll_pending() && loop_asks()) [[unlikely]] {
    loop_body<Index, Function> body{first, std::addressof(block)};
    split_asking(Policy, {loop_body<Index, Function>::run, std::addressof(body), piece}, n);
  } else {
    detail::split_loop<Policy>(first, n, block, piece);
  }
}

/// The same for any number of iterations, on any thread.
template <spawn_policy Policy, class Index, class Function>
void run_loop_anywhere(Index first, Index last, Function& block, grain size, bool any_size) {
  const std::uint64_t n = detail::distance(first, last);
  if (n == 0) {
    return;
  }
  auto whole = [&] {
    detail::run_loop<Policy>(first, n, block, size, any_size);
  };
  if (this_worker() == nullptr) {
    detail::run_root_call(nullptr, whole);
  } else {
    whole();
  }
}

}  // namespace detail

/// Calls body(b, e) for blocks [b, e) that together make up [first, last), perhaps in parallel.
///
/// @tparam Policy       the spawn policy, given by the tag work_first, help_first or adaptive.
/// @param first, last  integers or random-access iterators. Nothing is called if last is not after
///         first. Integers of two types are converted to their common type.
/// @param body         called concurrently, in no particular order, with each index in exactly one
///         block. Taken by reference.
/// @param size         the maximal number of iterations per block.
/// @throws what body throws; task_errors if several calls threw; std::invalid_argument if the
///         common type of the bounds is unsigned and one of them is negative. After an exception,
///         blocks that had not started still run.
///
/// Who may call: any thread, as for fork_join. Cost: one fork_join per block; the span is
/// logarithmic in the number of blocks.
template <spawn_policy Policy, class Index, class Function>
void parallel_for_blocked(
    policy_constant<Policy> /*policy*/, Index first, Index last, Function&& body, grain size = {}) {
  if constexpr (detail::is_loop_index<Index>() && detail::is_loop_body<Function, Index, Index>()) {
    detail::run_loop_anywhere<Policy>(first, last, body, size, /*any_size=*/size.iterations == 0);
  }
}

/// As above, for bounds of two types.
template <spawn_policy Policy, class Index, class Last, class Function>
  requires detail::mixed_bounds<Index, Last>
void parallel_for_blocked(
    policy_constant<Policy> policy, Index first, Last last, Function&& body, grain size = {}) {
  if constexpr (detail::are_loop_bounds<Index, Last>()) {
    using index = detail::index_of<Index, Last>;
    nuthatch::parallel_for_blocked(
        policy, detail::as_index<index>(first), detail::as_index<index>(last), body, size);
  }
}

/// As above, with the worker's policy (options::policy, or the scheduler's choice).
template <class Index, class Last, class Function>
  requires(!detail::is_policy<Index>)
void parallel_for_blocked(Index first, Last last, Function&& body, grain size = {}) {
  nuthatch::parallel_for_blocked(adaptive, first, last, body, size);
}

/// Calls body(i) for every i in [first, last), perhaps in parallel. Parameters, exceptions and cost
/// are those of parallel_for_blocked, except that body takes one index.
template <spawn_policy Policy, class Index, class Function>
void parallel_for(
    policy_constant<Policy> /*policy*/, Index first, Index last, Function&& body, grain size = {}) {
  if constexpr (detail::is_loop_index<Index>() && detail::is_loop_body<Function, Index>()) {
    auto block = [&body](Index from, Index to) {
      for (Index i = from; i != to; ++i) {
        body(i);
      }
    };
    detail::run_loop_anywhere<Policy>(first, last, block, size, /*any_size=*/true);
  }
}

/// As above, for bounds of two types.
template <spawn_policy Policy, class Index, class Last, class Function>
  requires detail::mixed_bounds<Index, Last>
void parallel_for(
    policy_constant<Policy> policy, Index first, Last last, Function&& body, grain size = {}) {
  if constexpr (detail::are_loop_bounds<Index, Last>()) {
    using index = detail::index_of<Index, Last>;
    nuthatch::parallel_for(
        policy, detail::as_index<index>(first), detail::as_index<index>(last), body, size);
  }
}

/// As above, with the worker's policy (options::policy, or the scheduler's choice).
template <class Index, class Last, class Function>
  requires(!detail::is_policy<Index>)
void parallel_for(Index first, Last last, Function&& body, grain size = {}) {
  nuthatch::parallel_for(adaptive, first, last, body, size);
}

/// Calls body(element) for every element of a random-access range, such as a std::vector or a
/// std::span, perhaps in parallel. Otherwise as parallel_for from its begin to its end, whose body
/// gets iterators instead.
template <spawn_policy Policy, class Range, class Function>
void parallel_for(policy_constant<Policy> policy, Range&& range, Function&& body, grain size = {}) {
  if constexpr (detail::is_loop_over_range<Range&, Function>()) {
    const auto first = std::ranges::begin(range);
    using difference = std::ranges::range_difference_t<Range&>;
    nuthatch::parallel_for(
        policy,
        difference{0},
        static_cast<difference>(std::ranges::size(range)),
        [&](difference i) { body(first[i]); },
        size);
  }
}

/// As above, with the worker's policy (options::policy, or the scheduler's choice).
template <class Range, class Function>
  requires(!detail::is_policy<std::remove_cvref_t<Range>>)
void parallel_for(Range&& range, Function&& body, grain size = {}) {
  nuthatch::parallel_for(adaptive, range, body, size);
}

}  // namespace nuthatch
