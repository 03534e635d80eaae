#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

/// How many iterations of a parallel loop run without a spawn between them. 0: chosen from the
/// number of iterations and workers, so that each worker sees a few dozen pieces.
///
/// In a strict replay (schedule.hpp) these are the fewest: what the schedule leaves on one worker
/// runs without spawns. Blocks of a size that was asked for stay as they are.
struct grain {
  std::uint64_t iterations = 0;
};

namespace detail {

/// Of those that are counted in 64 bits.
template <class I>
concept counted_integer = std::integral<I> && sizeof(I) <= sizeof(std::uint64_t);

/// What a loop runs over: integers, and whatever is advanced and subtracted as random-access
/// iterators are. Not numbers with fractions, whose last step would be left out without a word.
template <class I>
concept loop_index = counted_integer<I> || (!std::is_floating_point_v<I> &&
                                            requires(I i, I end, I next, std::ptrdiff_t n) {
                                              { end - i > 0 } -> std::convertible_to<bool>;
                                              { i + n } -> std::convertible_to<I>;
                                              { i != end } -> std::convertible_to<bool>;
                                              ++next;
                                            });

/// Says what is wrong with the arguments of a loop. False: then the rest, which would only repeat
/// it at length, need not be compiled.
template <class I>
[[nodiscard]] consteval bool is_loop_index() {
  static_assert(loop_index<I>, "a parallel loop takes integers or random-access iterators");
  return loop_index<I>;
}

template <class F, class... I>
[[nodiscard]] consteval bool is_loop_body() {
  static_assert(std::is_invocable_v<F&, I&...>,
                "the body of a parallel loop takes an index, or for blocks two of them");
  return std::is_invocable_v<F&, I&...>;
}

/// `wanted`, or the choice for `iterations` on the calling thread's runtime.
[[nodiscard]] std::uint64_t loop_grain(grain wanted, std::uint64_t iterations) noexcept;

template <class I>
[[nodiscard]] constexpr std::uint64_t distance(I first, I last) noexcept {
  if constexpr (counted_integer<I>) {
    return last > first ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) : 0;
  } else {
    return last - first > 0 ? static_cast<std::uint64_t>(last - first) : 0;
  }
}

template <class I>
[[nodiscard]] constexpr I advanced(I first, std::uint64_t n) noexcept {
  if constexpr (counted_integer<I>) {
    return static_cast<I>(static_cast<std::uint64_t>(first) + n);
  } else {
    return first + static_cast<std::ptrdiff_t>(n);
  }
}

/// Whether a loop that begins now has to ask before each spawn: spawns_may_move().
[[nodiscard]] bool loop_asks() noexcept;

/// The blocks of a loop by the indices that they begin and end with.
struct loop_blocks {
  void (*run)(void* body, std::uint64_t first, std::uint64_t last);
  void* body;
  std::uint64_t piece;
};

/// As split_loop, for a loop that asks.
[[gnu::cold]] void split_asking(spawn_policy policy,
                                const loop_blocks& blocks,
                                std::uint64_t iterations);

template <class I, class F>
struct loop_body {
  I first;
  F* block;

  static void run(void* body, std::uint64_t from, std::uint64_t to) {
    auto& self = *static_cast<loop_body*>(body);
    (*self.block)(detail::advanced(self.first, from), detail::advanced(self.first, to));
  }
};

template <spawn_policy P, class I, class F>
void split_loop(I first, std::uint64_t n, F& block, std::uint64_t piece) {
  if (n <= piece) {
    block(first, advanced(first, n));
    return;
  }
  const std::uint64_t half = n / 2;
  const I middle = advanced(first, half);
  auto left = [&, first, half, piece] {
    split_loop<P>(first, half, block, piece);
  };
  auto right = [&, middle, rest = n - half, piece] {
    split_loop<P>(middle, rest, block, piece);
  };
  fork_join(policy_constant<P>{}, left, right);
}

/// The iterations of a loop, not 0 of them, in the calling task. `any_size`: blocks may be of more
/// than the grain.
template <spawn_policy P, class I, class F>
void run_loop(I first, std::uint64_t n, F& block, grain size, bool any_size) {
  const std::uint64_t piece = loop_grain(size, n);
  if (any_size && this_worker()->needs_attention() && loop_asks()) [[unlikely]] {
    loop_body<I, F> body{first, &block};
    split_asking(P, {loop_body<I, F>::run, &body, piece}, n);
  } else {
    split_loop<P>(first, n, block, piece);
  }
}

/// The same for any number of them, on any thread.
template <spawn_policy P, class I, class F>
void run_loop_anywhere(I first, I last, F& block, grain size, bool any_size) {
  const std::uint64_t n = detail::distance(first, last);
  if (n == 0) {
    return;
  }
  auto whole = [&] {
    run_loop<P>(first, n, block, size, any_size);
  };
  if (this_worker() == nullptr) {
    run_root_call(nullptr, whole);
  } else {
    whole();
  }
}

}  // namespace detail

/// Calls body(b, e) for blocks [b, e) that together make up [first, last), perhaps in parallel.
///
/// @param first, last  integers or random-access iterators; nothing happens when last is not after
///         first.
/// @param body         called concurrently, in no particular order, each index in exactly one
///                     block. Taken by reference.
/// @param size         the most iterations per block.
/// @throws what body throws; task_errors when several calls did. Blocks that had not started still
///         run.
///
/// Who may call: any thread, as for fork_join. Cost: one fork_join per block; span logarithmic in
/// their number.
template <spawn_policy P, class I, class F>
void parallel_for_blocked(
    policy_constant<P> /*policy*/, I first, I last, F&& body, grain size = {}) {
  if constexpr (detail::is_loop_index<I>() && detail::is_loop_body<F, I, I>()) {
    detail::run_loop_anywhere<P>(first, last, body, size, /*any_size=*/size.iterations == 0);
  }
}

template <class I, class F>
void parallel_for_blocked(I first, I last, F&& body, grain size = {}) {
  parallel_for_blocked(adaptive, first, last, body, size);
}

/// Calls body(i) for every i in [first, last), perhaps in parallel. Otherwise as
/// parallel_for_blocked.
template <spawn_policy P, class I, class F>
void parallel_for(policy_constant<P> /*policy*/, I first, I last, F&& body, grain size = {}) {
  if constexpr (detail::is_loop_index<I>() && detail::is_loop_body<F, I>()) {
    auto block = [&body](I from, I to) {
      for (I i = from; i != to; ++i) {
        body(i);
      }
    };
    detail::run_loop_anywhere<P>(first, last, block, size, /*any_size=*/true);
  }
}

template <class I, class F>
void parallel_for(I first, I last, F&& body, grain size = {}) {
  parallel_for(adaptive, first, last, body, size);
}

}  // namespace nuthatch
