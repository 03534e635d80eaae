// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace nuthatch::detail {

/// Returns whether a conversion between arithmetic types may lose values, which braces reject. The
/// int to which the language promotes small integers counts as their own type.
template <class From, class To>
[[nodiscard]] consteval bool loses_values() {
  if constexpr (!std::is_arithmetic_v<From> || !std::is_arithmetic_v<To>) {
    return false;
  } else if constexpr (std::integral<From> && std::integral<To>) {
    return !std::same_as<From, decltype(+std::declval<To>())> && !requires(From from) { To{from}; };
  } else {
    return !std::integral<From> && !requires(From from) { To{from}; };
  }
}

/// The map of a reduction adds to a sum, instead of returning a value for an index.
template <class Index, class Value, class Map>
concept accumulating =
    !std::is_invocable_v<Map&, Index&> && std::is_invocable_v<Map&, Value&, Index&>;

template <class Value, class Reduce, class Operand>
concept reducing_by_value = std::is_invocable_r_v<Value, Reduce&, Value, Operand>;

template <class Value, class Reduce, class Operand>
concept reducing_in_place =
    !reducing_by_value<Value, Reduce, Operand> && std::is_invocable_v<Reduce&, Value&, Operand>;

template <class Value, class Reduce, class Operand>
concept reducing =
    reducing_by_value<Value, Reduce, Operand> || reducing_in_place<Value, Reduce, Operand>;

/// Computes sum = reduce(sum, operand), in either form of reduce.
template <class Value, class Reduce, class Operand>
[[gnu::always_inline]] inline void reduce_into(Value& sum, Reduce& reduce, Operand&& operand) {
  if constexpr (reducing_by_value<Value, Reduce, Operand>) {
    if constexpr (std::is_rvalue_reference_v<std::invoke_result_t<Reduce&, Value, Operand>>) {
      Value next = reduce(std::move(sum), std::forward<Operand>(operand));  // perhaps refers to sum
      sum = std::move(next);
    } else {
      sum = static_cast<Value>(reduce(std::move(sum), std::forward<Operand>(operand)));
    }
  } else {
    reduce(sum, std::forward<Operand>(operand));
  }
}

/// From this size on, copying a sum for every element takes longer than most computations with an
/// element: 16 centroids of 24 bytes took 40 times as long as the serial program.
inline constexpr std::size_t largest_copied_sum = 256;

template <class Value, class Reduce, class Mapped>
[[nodiscard]] consteval bool copies_large_sum() {
  return std::is_trivially_copyable_v<Value> && sizeof(Value) > largest_copied_sum &&
         (reducing_by_value<Value, Reduce, Mapped> ||
          std::same_as<std::remove_cvref_t<Mapped>, Value>);
}

/// From this size on, sums are on the heap, because a dozen or more wait on the stack of a task.
inline constexpr std::size_t largest_sum_on_stack = 1024;

template <class Value>
inline constexpr bool sums_on_heap =
    (sizeof(Value) > largest_sum_on_stack) && std::is_copy_constructible_v<Value>;

/// A value on the heap. Copying it copies the value.
template <class Value>
class heap_value {
 public:
  explicit heap_value(const Value& of) : held_(std::make_unique<Value>(of)) {}

  heap_value(const heap_value& other) : heap_value(*other) {}

  heap_value(heap_value&&) noexcept = default;
  heap_value& operator=(const heap_value&) = delete;
  heap_value& operator=(heap_value&&) noexcept = default;
  ~heap_value() = default;

  [[nodiscard]] Value& operator*() const noexcept { return *held_; }

 private:
  std::unique_ptr<Value> held_;
};

template <class Value, class Reduce, class Mapped>
[[nodiscard]] consteval bool is_reducing() {
  constexpr bool reduces = reducing<Value, Reduce, Mapped> && reducing<Value, Reduce, Value>;
  static_assert(reduces,
                "the reduce of a parallel_reduce takes two values of the identity's type, or "
                "one and what map gives, and returns that type; or it changes the first in place");
  constexpr bool starts =
      std::is_copy_constructible_v<Value> || std::is_convertible_v<Mapped, Value>;
  static_assert(starts,
                "where the identity of a parallel_reduce cannot be copied, what map gives has to "
                "convert to its type");
  return reduces && starts;
}

template <class Value, class Reduce, class Mapped>
[[nodiscard]] consteval bool keeps_values() {
  if constexpr (std::is_invocable_v<Reduce&, Value, Mapped>) {
    using reduced = std::remove_cvref_t<std::invoke_result_t<Reduce&, Value, Mapped>>;
    constexpr bool keeps =
        !loses_values<reduced, Value>() &&
        !(std::integral<Value> && std::is_floating_point_v<std::remove_cvref_t<Mapped>>);
    static_assert(keeps,
                  "the identity of a parallel_reduce has the type of the result, which cannot hold "
                  "what reduce gives: write 0.0 instead of 0 for sums of double, 0L for sums of "
                  "long");
    return keeps;
  }
  return true;
}

/// Reports invalid arguments of a parallel_reduce. If it returns false, the remainder need not be
/// compiled.
template <class Index, class Value, class Map, class Reduce>
[[nodiscard]] consteval bool is_reducible() {
  if constexpr (accumulating<Index, Value, Map>) {
    constexpr bool copies = std::is_copy_constructible_v<Value>;
    static_assert(copies, "where map adds to a sum, the identity of a parallel_reduce is copied");
    constexpr bool joins = reducing<Value, Reduce, Value>;
    static_assert(joins, "the reduce of a parallel_reduce takes two sums, where map adds to one");
    return copies && joins;
  } else {
    static_assert(std::is_invocable_v<Map&, Index&>,
                  "the map of a parallel_reduce takes an index; or a sum by reference, to which it "
                  "adds, and an index");
    if constexpr (std::is_invocable_v<Map&, Index&>) {
      using mapped = std::invoke_result_t<Map&, Index&>;
      constexpr bool large = copies_large_sum<Value, Reduce, mapped>();
      static_assert(!large,
                    "the sum of this parallel_reduce is so large that a copy for every index would "
                    "take most of the time: let map add to it instead, map(T& sum, index)");
      return !large && is_reducing<Value, Reduce, mapped>() &&
             keeps_values<Value, Reduce, mapped>();
    }
    return false;
  }
}

}  // namespace nuthatch::detail
