// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/reducible.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/scope_use.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

/// What a program states about the blocks of a reduction. `reproducible`: an automatic choice
/// depends only on the number of iterations, even if the runtime's options do not request that.
struct reduction_grain {
  grain size;
  bool reproducible;
};

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

/// A reduction, for run_blocks. Operands has
///
/// | member        | effect                                                                   |
/// |---------------|--------------------------------------------------------------------------|
/// | value         | the type of sums                                                         |
/// | sum(from, to) | returns the sum of these iterations, at least one                        |
/// | join(a, b)    | returns the sum of two sums                                              |
/// | has_any       | whether any() exists                                                     |
/// | any()         | returns any value, in place of a sum that will be dropped                |
///
/// block() and joined(), which compute with operands, are not inlined. The callables of a fork_join
/// are compiled several times, for their owner and for thieves, and in each copy the compiler may
/// or may not contract a * b + c to one rounding: the result would depend on which worker stole
/// what.
template <class Operands>
struct block_reduction : cut_iterations {
  using value = typename Operands::value;

  Operands& operands;
  loop_failure failure{};

  block_reduction(std::uint64_t n, Operands& of, loop_cut by)
      : cut_iterations(n, by),
        operands(of) {}

  [[nodiscard]] static constexpr bool is_kept() noexcept { return false; }

  [[nodiscard]] bool is_over(std::uint64_t /*begin*/) const noexcept
    requires Operands::has_any
  {
    return failure.happened();
  }

  [[nodiscard]] value left_out() const { return operands.any(); }

  [[gnu::noinline]] value block(std::uint64_t index) {
    if constexpr (Operands::has_any) {
      if (failure.happened()) {
        return operands.any();
      }
    }
    auto sum = [this](std::uint64_t from, std::uint64_t to) __attribute__((always_inline)) {
      return operands.sum(from, to);
    };
    return detail::call_noted(sum, begin_of(index), end_of(index + 1));
  }

  [[gnu::noinline]] value joined(value left, value right) {
    return operands.join(std::move(left), std::move(right));
  }

  /// Reduces the tree over at most `size` blocks, from number `begin` on, without a spawn.
  [[gnu::noinline]] value piece(std::uint64_t begin, std::uint64_t size) {
    constexpr std::uint64_t few = std::uint64_t{2} << waiting_results<value>::heights;
    const std::uint64_t half = size / 2;
    if (size > few && begin + half < blocks) {
      value left = piece(begin, half);  // NOLINT(misc-const-correctness): moved out of
      return joined(std::move(left), piece(begin + half, half));
    }
    return size > few ? piece(begin, half) : few_blocks(begin, std::min(begin + size, blocks));
  }

  /// The same, iteratively: the binary digits of the number of completed pairs of blocks tell which
  /// results wait.
  value few_blocks(std::uint64_t begin, std::uint64_t end) {
    waiting_results<value> waiting;
    for (std::uint64_t pairs = 0;; ++pairs) {
      failure.throw_if_stopped();
      value sum = block(begin);
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

  /// Reduces the tree over at most `size` blocks, a power of two, from number `begin` on. After a
  /// failure, what it returns has no meaning.
  value run(std::uint64_t begin, std::uint64_t size) {
    return failure.watch([&]() __attribute__((always_inline)) {
      if (size == 1) {
        failure.throw_if_stopped();
        return block(begin);
      }
      return piece(begin, size);
    });
  }
};

/// The cut of a reduction. Operands may have a constant `least_joinable`: blocks of a multiple of
/// so many iterations may be joined to longer ones of the same piece, which takes fewer calls and
/// has no effect on the result.
template <class Operands>
[[nodiscard]] loop_cut cut_for_operands(reduction_grain wanted, std::uint64_t n) noexcept {
  loop_cut cut = cut_of_reduction(wanted, n);
  if constexpr (requires { Operands::least_joinable; }) {
    constexpr std::uint64_t long_enough = 1024;
    if constexpr (Operands::least_joinable != 0) {
      while (cut.piece > 1 && cut.block < long_enough &&
             cut.block % Operands::least_joinable == 0) {
        cut = {cut.block * 2, cut.piece / 2};
      }
    }
  }
  return cut;
}

/// Reduces at least one iteration, on any thread.
template <spawn_policy Policy, class Operands>
typename Operands::value reduce_blocks(std::uint64_t n,
                                       Operands& operands,
                                       reduction_grain wanted) {
  auto whole = [&] {
    block_reduction<Operands> all(n, operands, detail::cut_for_operands<Operands>(wanted, n));
    return detail::run_blocks<Policy>(all, 0, all.root());
  };
  if (this_worker() == nullptr) {
    return detail::run_root_call(nullptr, whole);
  }
  return whole();
}

/// The operands of a parallel_reduce: what map returns for each index, or adds to a sum.
template <class Index, class Value, class Map, class Reduce>
struct mapped_operands {
  using value = Value;
  static constexpr bool has_any = std::is_copy_constructible_v<Value>;

  const Index first;
  const Value& identity;
  Map& map;
  Reduce& reduce;

  [[nodiscard]] Value any() const { return identity; }

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

  [[gnu::always_inline]] Value sum(std::uint64_t from, std::uint64_t to) {
    const Index last = detail::advanced(first, to);
    Index i = detail::advanced(first, from);
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

  [[gnu::always_inline]] Value join(Value left, Value right) {
    if constexpr (reducing_by_value<Value, Reduce, Value>) {
      return static_cast<Value>(reduce(std::move(left), std::move(right)));
    } else {
      reduce(left, std::move(right));
      return left;
    }
  }
};

}  // namespace nuthatch::detail
