#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/result.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

/// A range is cut into blocks of `block` iterations, the last one perhaps shorter. Blocks are
/// reduced from left to right, and their results by a binary tree: 2^l neighbours, if the number of
/// the first is a multiple of 2^l, by halves, of which the right one may be missing at the end of
/// the range. Up to `piece` neighbours, a power of two, are reduced without a spawn. So `block`
/// decides which operands meet, and `piece` only what can be stolen.
struct reduction_shape {
  std::uint64_t block;
  std::uint64_t piece;
};

/// For so many iterations on the calling thread's runtime. `always`: the automatic choice is
/// reproducible even if the runtime's options do not ask for that.
[[nodiscard]] reduction_shape shape_of_reduction(grain wanted,
                                                 std::uint64_t iterations,
                                                 bool always) noexcept;

/// Results of subtrees that wait for what is to the right of them, by the height of the subtree.
template <class T>
class waiting_results {
 public:
  static constexpr unsigned heights = 5;

  waiting_results() noexcept = default;
  waiting_results(const waiting_results&) = delete;
  waiting_results& operator=(const waiting_results&) = delete;

  ~waiting_results() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      for (; held_ != 0; held_ &= held_ - 1) {
        slots_[std::countr_zero(held_)].discard();
      }
    }
  }

  void put(int height, T&& result) {
    auto moved = [&result]() -> T {
      return std::move(result);
    };
    slot(height).set_from(moved);
    held_ |= 1U << height;
  }

  [[nodiscard]] T take(int height) {
    held_ &= ~(1U << height);
    return slot(height).take();
  }

 private:
  /// GCC 12 warns of heights that cannot be, unless it is told.
  [[nodiscard]] result_slot<T>& slot(int height) noexcept {
    if (static_cast<unsigned>(height) >= heights) {
      __builtin_unreachable();
    }
    return slots_[height];
  }

  result_slot<T> slots_[heights];
  std::uint32_t held_ = 0;
};

/// Says what is wrong with the arguments of a parallel_reduce. False: then the rest need not be
/// compiled.
template <class I, class T, class Map, class Reduce>
[[nodiscard]] consteval bool is_reducible() {
  static_assert(std::is_invocable_v<Map&, I&>, "the map of a parallel_reduce takes an index");
  if constexpr (std::is_invocable_v<Map&, I&>) {
    using mapped = std::invoke_result_t<Map&, I&>;
    constexpr bool reduces =
        std::is_invocable_r_v<T, Reduce&, T, mapped> && std::is_invocable_r_v<T, Reduce&, T, T>;
    static_assert(reduces,
                  "the reduce of a parallel_reduce takes two values of the identity's type, or "
                  "one and what map gives, and returns that type");
    constexpr bool starts = std::is_copy_constructible_v<T> || std::is_convertible_v<mapped, T>;
    static_assert(starts,
                  "where the identity of a parallel_reduce cannot be copied, what map gives has to "
                  "convert to its type");
    return reduces && starts;
  }
  return false;
}

/// One parallel_reduce.
///
/// What computes with operands, block() and joined(), is not inlined. The callables of a fork_join
/// are compiled several times, for their owner and for thieves, and in each copy the compiler may
/// contract a * b + c to one rounding or not: the result would tell who stole what.
template <class I, class T, class Map, class Reduce>
struct reduction {
  const I first;
  const std::uint64_t iterations;
  const T& identity;
  Map& map;
  Reduce& reduce;
  const reduction_shape shape;
  const std::uint64_t blocks = iterations / shape.block + (iterations % shape.block != 0 ? 1 : 0);

  /// What a block that begins at `i` starts from; `i` goes behind what is in it.
  [[gnu::always_inline]] T start(I& i) {
    if constexpr (std::is_copy_constructible_v<T>) {
      return identity;
    } else {
      T of_first = map(i);
      ++i;
      return of_first;
    }
  }

  [[gnu::noinline]] T block(std::uint64_t index) {
    const std::uint64_t before = index * shape.block;
    const I last = advanced(first, before + std::min(shape.block, iterations - before));
    I i = advanced(first, before);
    T sum = start(i);
    for (; i != last; ++i) {
      sum = reduce(std::move(sum), map(i));
    }
    return sum;
  }

  [[gnu::noinline]] T joined(T left, T right) { return reduce(std::move(left), std::move(right)); }

  /// The tree over the at most `size` blocks from number `begin` on, without a spawn.
  [[gnu::noinline]] T piece(std::uint64_t begin, std::uint64_t size) {
    constexpr std::uint64_t few = std::uint64_t{2} << waiting_results<T>::heights;
    const std::uint64_t half = size / 2;
    if (size > few && begin + half < blocks) {
      T left = piece(begin, half);
      return joined(std::move(left), piece(begin + half, half));
    }
    return size > few ? piece(begin, half) : few_blocks(begin, std::min(begin + size, blocks));
  }

  /// The same in the order of counting: the binary digits of the number of pairs of blocks that are
  /// done say which results wait.
  T few_blocks(std::uint64_t begin, std::uint64_t end) {
    waiting_results<T> waiting;
    for (std::uint64_t pairs = 0;; ++pairs) {
      T sum = block(begin);
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

  /// The tree over the at most `size` blocks, a power of two, from number `begin` on.
  template <spawn_policy P>
  T split(std::uint64_t begin, std::uint64_t size) {
    if (size <= shape.piece) {
      return size == 1 ? block(begin) : piece(begin, size);
    }
    const std::uint64_t half = size / 2;
    if (begin + half >= blocks) {
      return split<P>(begin, half);
    }
    auto left = [this, begin, half] {
      return split<P>(begin, half);
    };
    auto right = [this, begin, half] {
      return split<P>(begin + half, half);
    };
    auto [a, b] = fork_join(policy_constant<P>{}, left, right);
    return joined(std::move(a), std::move(b));
  }
};

}  // namespace nuthatch::detail
