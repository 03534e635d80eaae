// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/policy.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

struct grain;

namespace detail {

struct reduction_grain;

/// How the iterations of a loop or a reduction are divided. They form blocks of `block` iterations,
/// of which the last one may be shorter. The blocks are the leaves of a binary tree: 2^l
/// neighbours, if the number of the first is a multiple of 2^l, are divided into halves, of which
/// the right one may be missing at the end of the range. Up to `piece` neighbours, a power of two,
/// run without a spawn.
///
/// An automatic `block` is a power of two. So all constructs divide the same number of iterations
/// alike, on any number of workers, and differ only in how far down the tree they spawn: a schedule
/// of one fits the others.
struct loop_cut {
  std::uint64_t block;
  std::uint64_t piece;
};

/// Returns the cut of a loop on the calling thread's runtime. Each piece is one block.
[[nodiscard]] loop_cut cut_of_loop(grain wanted, std::uint64_t iterations) noexcept;

/// Returns the cut of a reduction there. Its blocks determine which operands meet, and its pieces
/// only what can be stolen.
[[nodiscard]] loop_cut cut_of_reduction(reduction_grain wanted, std::uint64_t iterations) noexcept;

/// The iterations of a loop, at least one, and their cut.
struct cut_iterations {
  std::uint64_t iterations;
  loop_cut cut;
  std::uint64_t blocks;

  cut_iterations(std::uint64_t n, loop_cut by) noexcept
      : iterations(n),
        cut(by),
        blocks(n / by.block + (n % by.block != 0 ? 1 : 0)) {}

  /// The number of blocks below the root of the tree, the missing ones included.
  [[nodiscard]] std::uint64_t root() const noexcept { return std::bit_ceil(blocks); }

  /// The size of the subtree of at most `size` blocks from number `begin` on, once right halves of
  /// which all blocks are missing are left out.
  [[nodiscard]] std::uint64_t without_missing(std::uint64_t begin,
                                              std::uint64_t size) const noexcept {
    while (size > 1 && begin + size / 2 >= blocks) {
      size /= 2;
    }
    return size;
  }

  /// The first iteration of a block.
  [[nodiscard]] std::uint64_t begin_of(std::uint64_t block) const noexcept {
    return block * cut.block;
  }

  /// The end of the iterations of the blocks before `block`, which may be missing.
  [[nodiscard]] std::uint64_t end_of(std::uint64_t block) const noexcept {
    return block >= blocks ? iterations : block * cut.block;
  }
};

/// Whether a block of a loop has thrown. Then the loop begins no further blocks: their results
/// would be dropped. A loop that finds itself stopped throws, too.
class loop_failure {
 public:
  /// Throws `stopped` if a finish around the calling task is stopped. Call this inside of watch(),
  /// before a block.
  [[gnu::always_inline]] static void throw_if_stopped() {
    if (const worker& self = current_worker(); self.poll_pending()) [[unlikely]] {
      detail::throw_if_stopped(self);
    }
  }

  /// Relaxed, as is the store: what the block did before it threw, its join makes visible.
  [[nodiscard, gnu::always_inline]] bool happened() const noexcept {
    return happened_.load(memory_order_relaxed);
  }

  /// Returns what `part` returns, and notes that it throws.
  template <class Part>
  [[gnu::always_inline]] decltype(auto) watch(Part&& part) {
    try {
      return part();
    } catch (...) {
      happened_.store(/*value=*/true, memory_order_relaxed);
      throw;
    }
  }

 private:
  atomic<bool> happened_{/*value=*/false};
};

/// Runs the blocks [begin, begin + size) of a loop, `size` being a power of two. Loop is derived
/// from cut_iterations, and has
///
/// | member           | effect                                                        |
/// |------------------|---------------------------------------------------------------|
/// | run(begin, size) | runs these blocks without a spawn, and returns their result   |
/// | is_kept()        | returns whether the running task may leave out its spawns     |
/// | joined(a, b)     | returns the result of both halves, unless run() returns void  |
/// | is_over(begin)   | optional: returns whether blocks from `begin` on need not run |
/// | left_out()       | returns any result, in place of one that is not needed        |
template <spawn_policy Policy, class Loop>
auto run_blocks(Loop& loop, std::uint64_t begin, std::uint64_t size)
    -> decltype(loop.run(begin, size)) {
  while (size > loop.cut.piece && begin + size / 2 >= loop.blocks) {
    size /= 2;
  }
  if (size <= loop.cut.piece || loop.is_kept()) {
    return loop.run(begin, size);
  }
  if constexpr (requires { loop.is_over(begin); }) {
    if (loop.is_over(begin)) [[unlikely]] {
      return loop.left_out();
    }
  }
  const std::uint64_t half = size / 2;
  auto left = [&loop, begin, half] {
    return detail::run_blocks<Policy>(loop, begin, half);
  };
  auto right = [&loop, begin, half] {
    return detail::run_blocks<Policy>(loop, begin + half, half);
  };
  if constexpr (std::is_void_v<decltype(loop.run(begin, size))>) {
    nuthatch::fork_join(policy_constant<Policy>{}, left, right);
  } else {
    auto [a, b] = nuthatch::fork_join(policy_constant<Policy>{}, left, right);
    return loop.joined(std::move(a), std::move(b));
  }
}

}  // namespace detail
}  // namespace nuthatch
