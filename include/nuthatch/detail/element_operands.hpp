// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/known_operations.hpp>

namespace nuthatch::detail {

/// The operands of a reduction over elements, for reduce_blocks: at(i) returns that of number i.
///
/// A block of numbers is a binary tree over its leaves of 16 elements, which has the same shape as
/// the tree of the blocks. Each leaf has four sums, each over consecutive elements, which are
/// computed side by side. So one addition need not wait for the one before, and the operation need
/// not be commutative. Blocks of other values are added up from left to right.
template <class Value, class Op, class At>
struct element_operands {
  using value = Value;
  using operand = std::remove_cvref_t<std::invoke_result_t<At&, std::uint64_t>>;

  static constexpr bool has_any = std::is_copy_constructible_v<Value>;
  static constexpr bool is_exact = groups_exactly<Op, Value, operand>;
  static constexpr bool has_leaves = std::is_arithmetic_v<Value>;
  static constexpr std::uint64_t leaf = 16;

  /// Blocks of a multiple of so many elements can be joined to longer ones: all sums keep their
  /// bits. 0: they cannot.
  static constexpr std::uint64_t least_joinable = is_exact ? 1 : has_leaves ? leaf : 0;

  const Value& some;
  Op& op;
  At& at;

  [[nodiscard]] Value any() const { return some; }

  [[gnu::always_inline]] Value join(Value left, Value right) {
    return static_cast<Value>(std::invoke(op, std::move(left), std::move(right)));
  }

  [[gnu::always_inline]] Value sum(std::uint64_t from, std::uint64_t to) {
    if constexpr (is_exact) {
      return sum_in_lanes(from, to, std::make_index_sequence<8>());
    } else if constexpr (has_leaves) {
      return to - from < leaf ? sum_in_order(from, to) : sum_of_leaves(from, to);
    } else {
      return sum_in_order(from, to);
    }
  }

 private:
  [[gnu::always_inline]] Value next(Value sum, std::uint64_t i) {
    return static_cast<Value>(std::invoke(op, std::move(sum), at(i)));
  }

  [[gnu::always_inline]] Value sum_in_order(std::uint64_t from, std::uint64_t to) {
    auto sum = static_cast<Value>(at(from));
    while (++from != to) {
      sum = next(std::move(sum), from);
    }
    return sum;
  }

  /// The sum of numbers of which the order does not matter.
  template <std::size_t... Lane>
  [[gnu::always_inline]] Value sum_in_lanes(std::uint64_t from,
                                            std::uint64_t to,
                                            std::index_sequence<Lane...> /*lanes*/) {
    constexpr std::size_t lanes = sizeof...(Lane);
    if (to - from < lanes) {
      return sum_in_order(from, to);
    }
    Value sums[lanes] = {static_cast<Value>(at(from + Lane))...};
    for (from += lanes; to - from >= lanes; from += lanes) {
      ((sums[Lane] = next(sums[Lane], from + Lane)), ...);
    }
    for (; from != to; ++from) {
      sums[0] = next(sums[0], from);
    }
    for (std::size_t half = lanes / 2; half != 0; half /= 2) {
      for (std::size_t lane = 0; lane != half; ++lane) {
        sums[lane] = join(sums[lane], sums[lane + half]);
      }
    }
    return sums[0];
  }

  [[gnu::always_inline]] Value sum_of_leaf(std::uint64_t from) {
    constexpr std::uint64_t lane = leaf / 4;
    auto a = static_cast<Value>(at(from));
    auto b = static_cast<Value>(at(from + lane));
    auto c = static_cast<Value>(at(from + 2 * lane));
    auto d = static_cast<Value>(at(from + 3 * lane));
    for (std::uint64_t i = from + 1; i != from + lane; ++i) {
      a = next(a, i);
      b = next(b, i + lane);
      c = next(c, i + 2 * lane);
      d = next(d, i + 3 * lane);
    }
    return join(join(a, b), join(c, d));
  }

  /// The same as block_reduction::joined, unless the operation is known to be compiled alike
  /// wherever it stands.
  [[gnu::always_inline]] Value joined(Value left, Value right) {
    if constexpr (is_standard_operation<Op, Value>) {
      return join(left, right);
    } else {
      return joined_apart(left, right);
    }
  }

  [[gnu::noinline]] Value joined_apart(Value left, Value right) { return join(left, right); }

  /// The binary digits of the number of leaves so far tell which sums wait for their right
  /// neighbours.
  [[gnu::always_inline]] Value sum_of_leaves(std::uint64_t from, std::uint64_t to) {
    constexpr std::size_t most_waiting = 60;
    Value waiting[most_waiting];
    std::size_t count = 0;
    for (std::uint64_t leaves = 0; to - from >= leaf; from += leaf, ++leaves) {
      Value sum = sum_of_leaf(from);
      for (std::uint64_t pairs = leaves; pairs % 2 != 0; pairs /= 2) {
        sum = joined(waiting[--count], sum);
      }
      waiting[count++] = sum;
    }
    Value sum = from != to ? sum_in_order(from, to) : waiting[--count];
    while (count != 0) {
      sum = joined(waiting[--count], sum);
    }
    return sum;
  }
};

}  // namespace nuthatch::detail
