// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/reducible.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/scope_use.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

/// The shape of a reduction. A range is divided into blocks of `block` iterations; the last one may
/// be shorter. Blocks are reduced from left to right, and their results by a binary tree: 2^l
/// neighbours, if the number of the first is a multiple of 2^l, by halves, of which the right one
/// may be missing at the end of the range. Up to `piece` neighbours, a power of two, are reduced
/// without a spawn. So `block` determines which operands meet, and `piece` only what can be stolen.
struct reduction_shape {
  std::uint64_t block;
  std::uint64_t piece;
};

/// Returns the shape for so many iterations on the calling thread's runtime. `always`: the
/// automatic choice is reproducible even if the runtime's options do not request that.
[[nodiscard]] reduction_shape shape_of_reduction(grain wanted,
                                                 std::uint64_t iterations,
                                                 bool always) noexcept;

/// Results of subtrees that wait for the subtrees to their right, by height.
template <class Value>
class waiting_results {
 public:
  static constexpr unsigned heights = 5;

  waiting_results() noexcept = default;
  waiting_results(const waiting_results&) = delete;
  waiting_results& operator=(const waiting_results&) = delete;

  ~waiting_results() {
    if constexpr (!std::is_trivially_destructible_v<Value>) {
      for (; held_ != 0; held_ &= held_ - 1) {
        slots_[std::countr_zero(held_)].discard();
      }
    }
  }

  void put(int height, Value&& result) {
    auto moved = [&result]() -> Value {
      return std::move(result);
    };
    slot(height).set_from(moved);
    held_ |= 1U << height;
  }

  [[nodiscard]] Value take(int height) {
    held_ &= ~(1U << height);
    return slot(height).take();
  }

 private:
  /// GCC 12 warns about impossible heights unless they are excluded.
  [[nodiscard]] result_slot<Value>& slot(int height) noexcept {
    if (static_cast<unsigned>(height) >= heights) {
      __builtin_unreachable();
    }
    return slots_[height];
  }

  result_slot<Value> slots_[heights];
  std::uint32_t held_ = 0;
};

/// One parallel_reduce.
///
/// block() and joined(), which compute with operands, are not inlined. The callables of a fork_join
/// are compiled several times, for their owner and for thieves, and in each copy the compiler may
/// or may not contract a * b + c to one rounding: the result would depend on which worker stole
/// what.
template <class Index, class Value, class Map, class Reduce>
struct reduction {
  const Index first;
  const std::uint64_t iterations;
  const Value& identity;
  Map& map;
  Reduce& reduce;
  const reduction_shape shape;
  const std::uint64_t blocks = iterations / shape.block + (iterations % shape.block != 0 ? 1 : 0);

  /// Returns the initial sum of a block that begins at `i`, and advances `i` behind what it
  /// includes.
  [[gnu::always_inline]] Value start(Index& i) {
    if constexpr (std::is_copy_constructible_v<Value>) {
      return identity;
    } else {
      Value of_first = map(i);
      ++i;
      return of_first;
    }
  }

  [[gnu::noinline]] Value block(std::uint64_t index) {
    auto sum = [this](std::uint64_t at) __attribute__((always_inline)) {
      return sum_of(at);
    };
    return detail::call_noted(sum, index);
  }

  [[gnu::always_inline]] Value sum_of(std::uint64_t index) {
    const std::uint64_t before = index * shape.block;
    const Index last = detail::advanced(first, before + std::min(shape.block, iterations - before));
    Index i = detail::advanced(first, before);
    Value sum = start(i);
    for (; i != last; ++i) {
      if constexpr (accumulating<Index, Value, Map>) {
        map(sum, i);
      } else {
        detail::reduce_into(sum, reduce, map(i));
      }
    }
    return sum;
  }

  [[gnu::noinline]] Value joined(Value left, Value right) {
    if constexpr (reducing_by_value<Value, Reduce, Value>) {
      return static_cast<Value>(reduce(std::move(left), std::move(right)));
    } else {
      reduce(left, std::move(right));
      return left;
    }
  }

  /// Reduces the tree over at most `size` blocks, from number `begin` on, without a spawn.
  [[gnu::noinline]] Value piece(std::uint64_t begin, std::uint64_t size) {
    constexpr std::uint64_t few = std::uint64_t{2} << waiting_results<Value>::heights;
    const std::uint64_t half = size / 2;
    if (size > few && begin + half < blocks) {
      Value left = piece(begin, half);
      return joined(std::move(left), piece(begin + half, half));
    }
    return size > few ? piece(begin, half) : few_blocks(begin, std::min(begin + size, blocks));
  }

  /// The same, iteratively: the binary digits of the number of completed pairs of blocks tell which
  /// results wait.
  Value few_blocks(std::uint64_t begin, std::uint64_t end) {
    waiting_results<Value> waiting;
    for (std::uint64_t pairs = 0;; ++pairs) {
      Value sum = block(begin);
      if (begin + 1 < end) {
        sum = joined(std::move(sum), block(begin + 1));
      }
      begin += 2;
      const bool last = begin >= end;
      for (std::uint64_t due = last ? pairs : pairs & ~(pairs + 1); due != 0; due &= due - 1) {
        sum = joined(waiting.take(std::countr_zero(due)), std::move(sum));
      }
      if (last) {
        return sum;
      }
      waiting.put(std::countr_zero(pairs + 1), std::move(sum));
    }
  }

  /// Reduces the tree over at most `size` blocks, a power of two, from number `begin` on.
  template <spawn_policy Policy>
  Value split(std::uint64_t begin, std::uint64_t size) {
    if (size <= shape.piece) {
      return size == 1 ? block(begin) : piece(begin, size);
    }
    const std::uint64_t half = size / 2;
    if (begin + half >= blocks) {
      return split<Policy>(begin, half);
    }
    auto left = [this, begin, half] {
      return split<Policy>(begin, half);
    };
    auto right = [this, begin, half] {
      return split<Policy>(begin + half, half);
    };
    auto [a, b] = fork_join(policy_constant<Policy>{}, left, right);
    return joined(std::move(a), std::move(b));
  }
};

}  // namespace nuthatch::detail
