// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <type_traits>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/scope_use.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// The maximal number of iterations of a parallel loop that run without a spawn between them. 0:
/// chosen from the numbers of iterations and workers, so that each of several workers runs a few
/// dozen blocks.
///
/// Blocks begin at multiples of the grain, counted from the first iteration, and all but the last
/// have that length. An automatic grain is a power of two.
///
/// In a strict replay (schedule.hpp) the grain is a minimum instead: iterations that the schedule
/// keeps on one worker run without spawns. Only parallel_for_blocked with an explicit grain keeps
/// to it.
struct grain {
  std::uint64_t iterations = 0;
};

namespace detail {

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

/// Returns whether a loop that begins now has to ask before each spawn (spawns_may_migrate).
[[nodiscard]] bool loop_asks() noexcept;

/// A loop that asks before each spawn, for run_blocks. `run_of` runs blocks of `loop`.
struct asking_loop : cut_iterations {
  void* loop;
  void (*run_of)(void* loop, std::uint64_t begin, std::uint64_t size);

  [[nodiscard]] static bool is_kept() noexcept;

  void run(std::uint64_t begin, std::uint64_t size) const { run_of(loop, begin, size); }
};

/// Runs such a loop.
[[gnu::cold]] void run_asking(spawn_policy policy, asking_loop& loop);

/// What a loop does if a finish around it is stopped. Loops on which the lives of elements depend
/// run to their end.
enum class when_stopped : std::uint8_t { throws, runs };

/// The base of the body of a loop that searches. is_over(i) returns whether indices from i on are
/// of no use any more.
struct search_body {};

/// A parallel loop, for run_blocks.
///
/// @tparam Each  whether the body takes an index; otherwise, it takes the bounds of a block.
template <bool Each, class Index, class Body>
struct parallel_loop : cut_iterations {
  Index first;
  Body& body;
  const when_stopped if_stopped;
  loop_failure failure{};

  parallel_loop(Index from, std::uint64_t n, Body& b, loop_cut by, when_stopped then) noexcept
      : cut_iterations(n, by),
        first(from),
        body(b),
        if_stopped(then) {}

  [[nodiscard]] static constexpr bool is_kept() noexcept { return false; }

  /// Whether a block has thrown, or a search has no use for blocks from number `begin` on.
  [[nodiscard]] bool is_over(std::uint64_t begin) const {
    if constexpr (std::is_base_of_v<search_body, Body>) {
      if (body.is_over(detail::advanced(first, begin_of(begin)))) {
        return true;
      }
    }
    return failure.happened();
  }

  void left_out() const noexcept {}

  void run(std::uint64_t begin, std::uint64_t size) {
    if (!failure.happened()) {
      run_range</*Watching=*/false>(begin_of(begin), end_of(begin + size));
    }
  }

  /// Runs the same iterations, looking whether the loop is stopped. This is a function of its own,
  /// to which the others leave what is left when requests are pending: so they need no registers
  /// for what follows.
  [[gnu::cold, gnu::noinline]] void run_watching(std::uint64_t from, std::uint64_t to) {
    run_range</*Watching=*/true>(from, to);
  }

  template <bool Watching>
  [[gnu::always_inline]] void run_range(std::uint64_t from, std::uint64_t to) {
    if (!Watching && current_worker().poll_pending()) [[unlikely]] {
      run_watching(from, to);
      return;
    }
    failure.watch([&]() __attribute__((always_inline)) {
      if constexpr (Watching) {
        throw_if_stopped();
      }
      if constexpr (Each) {
        auto each = [this](std::uint64_t i, std::uint64_t end) __attribute__((always_inline)) {
          run_each<Watching>(i, end);
        };
        detail::call_noted(each, from, to);
      } else {
        detail::call_noted(body, detail::advanced(first, from), detail::advanced(first, to));
      }
    });
  }

  void throw_if_stopped() const {
    if (if_stopped == when_stopped::throws) {
      loop_failure::throw_if_stopped();
    }
  }

  /// Looks now and then whether the loop ends early: seldom enough that a look takes no time and
  /// lets compilers vectorize what is between two of them.
  template <bool Watching>
  [[gnu::always_inline]] void run_each(std::uint64_t from, std::uint64_t to) {
    constexpr std::uint64_t iterations_between_looks = 512;
    Body& call = body;  // so that compilers need not assume that the body changes it
    while (true) {
      const std::uint64_t now = std::min(to - from, iterations_between_looks);
      const Index end = detail::advanced(first, from + now);
      for (Index i = detail::advanced(first, from); i != end; ++i) {
        call(i);
      }
      from += now;
      if (from == to || failure.happened()) {
        return;
      }
      if constexpr (Watching) {
        throw_if_stopped();
      } else if (current_worker().poll_pending()) [[unlikely]] {
        run_watching(from, to);
        return;
      }
    }
  }
};

/// Runs the iterations of a loop, at least one, in the calling task. `any_size`: blocks may have
/// more iterations than the grain.
template <spawn_policy Policy, bool Each, class Index, class Body>
void run_loop(
    Index first, std::uint64_t n, Body& body, grain size, bool any_size, when_stopped then) {
  using loop_type = parallel_loop<Each, Index, Body>;
  loop_type loop(first, n, body, cut_of_loop(size, n), then);
  if (any_size && reload_worker().poll_pending() && loop_asks()) [[unlikely]] {
    asking_loop asking{
        loop, std::addressof(loop), [](void* of, std::uint64_t begin, std::uint64_t blocks) {
          static_cast<loop_type*>(of)->run(begin, blocks);
        }};
    run_asking(Policy, asking);
  } else {
    detail::run_blocks<Policy>(loop, 0, loop.root());
  }
}

/// The same for any number of iterations, on any thread.
template <spawn_policy Policy, bool Each, class Index, class Body>
void run_loop_anywhere(Index first,
                       Index last,
                       Body& body,
                       grain size,
                       bool any_size,
                       when_stopped then = when_stopped::throws) {
  const std::uint64_t n = detail::distance(first, last);
  if (n == 0) {
    return;
  }
  auto whole = [&] {
    detail::run_loop<Policy, Each>(first, n, body, size, any_size, then);
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
///         no further block begins.
///
/// Who may call: any thread, as for fork_join. Cost: one fork_join per block; the span is
/// logarithmic in the number of blocks.
template <spawn_policy Policy, class Index, class Function>
void parallel_for_blocked(
    policy_constant<Policy> /*policy*/, Index first, Index last, Function&& body, grain size = {}) {
  if constexpr (detail::is_loop_index<Index>() && detail::is_loop_body<Function, Index, Index>()) {
    detail::run_loop_anywhere<Policy, /*Each=*/false>(
        first, last, body, size, /*any_size=*/size.iterations == 0);
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
/// are those of parallel_for_blocked, except that body takes one index. After an exception, each
/// block that is running elsewhere ends within 512 iterations.
template <spawn_policy Policy, class Index, class Function>
void parallel_for(
    policy_constant<Policy> /*policy*/, Index first, Index last, Function&& body, grain size = {}) {
  if constexpr (detail::is_loop_index<Index>() && detail::is_loop_body<Function, Index>()) {
    detail::run_loop_anywhere<Policy, /*Each=*/true>(first, last, body, size, /*any_size=*/true);
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
