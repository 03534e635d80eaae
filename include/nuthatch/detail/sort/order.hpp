// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order by which a sort arranges its elements, and what becomes of exceptions.

#include <bit>
#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail::sorting {

/// The exceptions of the comparisons and projections of one sort.
///
/// None of them passes through the code that moves elements. The block of work in which one occurs
/// makes no further comparisons, as if elements were equal, and neither does any block after it. So
/// every element arrives where it belongs, in some order, and then the sort throws.
class failures {
 public:
  failures() noexcept = default;
  failures(const failures&) = delete;
  failures& operator=(const failures&) = delete;
  ~failures() = default;

  /// Keeps the exception that is being handled.
  [[gnu::cold, gnu::noinline]] void note() noexcept {
    thrown_.record_current_exception();
    happened_.store(/*value=*/true, memory_order_relaxed);
  }

  /// Notes `stopped` if a finish around the calling task is stopped.
  void note_stop() noexcept {
    if (stop_requested() && !happened_.exchange(/*value=*/true, memory_order_relaxed)) {
      thrown_.record_exception(std::make_exception_ptr(stopped()));
    }
  }

  /// Relaxed, as is the store: only joins make visible what was done before.
  [[nodiscard, gnu::always_inline]] bool happened() const noexcept {
    return happened_.load(memory_order_relaxed);
  }

  /// Throws what was noted, after all that might note anything has ended.
  void rethrow() {
    if (std::exception_ptr all = thrown_.take_error()) {
      std::rethrow_exception(std::move(all));
    }
  }

 private:
  join_counter thrown_;
  atomic<bool> happened_{/*value=*/false};
};

/// What a comparison means for keys that have one of the orders of the language.
enum class key_direction : std::uint8_t { none, ascending, descending };

template <class Comp, class Key>
[[nodiscard]] consteval key_direction direction_of() {
  if constexpr (std::same_as<Comp, std::ranges::less> || std::same_as<Comp, std::less<>> ||
                std::same_as<Comp, std::less<Key>>) {
    return key_direction::ascending;
  } else if constexpr (std::same_as<Comp, std::ranges::greater> ||
                       std::same_as<Comp, std::greater<>> ||
                       std::same_as<Comp, std::greater<Key>>) {
    return key_direction::descending;
  } else {
    return key_direction::none;
  }
}

/// A type whose values an unsigned integer of the same size represents in their order.
template <class Key>
concept numeric_key =
    (std::integral<Key> && sizeof(Key) <= sizeof(std::uint64_t)) ||
    (std::floating_point<Key> && std::numeric_limits<Key>::is_iec559 &&
     (sizeof(Key) == sizeof(std::uint32_t) || sizeof(Key) == sizeof(std::uint64_t)));

template <std::size_t Bytes>
using unsigned_of_size =
    std::conditional_t<Bytes <= sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;

/// Returns the integer that represents a key. Both zeros of a floating-point type have the same
/// one. A NaN has one, too, below or above all numbers.
template <key_direction Direction, numeric_key Key>
[[nodiscard, gnu::always_inline]] constexpr auto ordered_bits(Key key) noexcept {
  using bits = unsigned_of_size<sizeof(Key)>;
  constexpr bits sign = bits{1} << (8 * sizeof(bits) - 1);
  bits value = 0;
  if constexpr (std::floating_point<Key>) {
    value = std::bit_cast<bits>(key);
    value = value == sign ? bits{0} : value;
    const bits all_if_negative = bits{0} - (value >> (8 * sizeof(bits) - 1));
    value ^= all_if_negative | sign;
  } else if constexpr (std::signed_integral<Key>) {
    value = static_cast<bits>(static_cast<std::make_signed_t<bits>>(key)) ^ sign;
  } else {
    value = static_cast<bits>(key);
  }
  return Direction == key_direction::descending ? static_cast<bits>(~value) : value;
}

/// The order of elements of one type by a comparison of their projections.
template <class Value, class Comp, class Proj>
struct element_order {
  using key_type = std::remove_cvref_t<std::invoke_result_t<Proj&, Value&>>;

  static constexpr key_direction direction = sorting::direction_of<Comp, key_type>();
  /// Whether keys are compared as integers.
  static constexpr bool by_key = direction != key_direction::none && numeric_key<key_type>;

  /// Whether the projection returns the same however often it is called, and throws nothing.
  static constexpr bool plain_projection =
      std::same_as<Proj, std::identity> || std::is_member_object_pointer_v<Proj>;

  Comp& comp;
  Proj& proj;
  failures& thrown;

  /// Whether a comparison or a projection has thrown.
  [[nodiscard, gnu::always_inline]] bool has_failed() const noexcept { return thrown.happened(); }

  void note_failure() const noexcept { thrown.note(); }

  void note_stop() const noexcept { thrown.note_stop(); }

  /// Returns the key, if there is one.
  [[nodiscard, gnu::always_inline]] auto key(Value& of) const
    requires by_key
  {
    return sorting::ordered_bits<direction>(static_cast<key_type>(std::invoke(proj, of)));
  }

  [[nodiscard, gnu::always_inline]] bool less(Value& a, Value& b) const {
    if constexpr (by_key) {
      return key(a) < key(b);
    } else {
      return static_cast<bool>(std::invoke(comp, std::invoke(proj, a), std::invoke(proj, b)));
    }
  }
};

/// An order for one block of work: its functions do not throw. After the first exception, all
/// elements are equal. Compilers drop the test for that if they see that nothing is thrown.
template <class Order>
class order_in_block {
 public:
  explicit order_in_block(const Order& order) noexcept : order_(order) {}

  [[nodiscard, gnu::always_inline]] bool failed() const noexcept { return failed_; }

  template <class Value>
  [[nodiscard, gnu::always_inline]] bool operator()(Value& a, Value& b) noexcept {
    if (failed_) [[unlikely]] {
      return false;
    }
    try {
      return order_.less(a, b);
    } catch (...) {
      order_.note_failure();
      failed_ = true;
      return false;
    }
  }

  template <class Value>
  [[nodiscard, gnu::always_inline]] auto key(Value& of) noexcept {
    using key_bits = decltype(order_.key(of));
    if (failed_) [[unlikely]] {
      return key_bits{0};
    }
    try {
      return order_.key(of);
    } catch (...) {
      order_.note_failure();
      failed_ = true;
      return key_bits{0};
    }
  }

 private:
  const Order& order_;
  bool failed_ = false;
};

/// The same order for pointers to elements.
template <class Order>
struct pointed_order {
  const Order& order;

  [[nodiscard]] bool has_failed() const noexcept { return order.has_failed(); }

  void note_failure() const noexcept { order.note_failure(); }

  template <class Value>
  [[nodiscard, gnu::always_inline]] bool less(Value* const& a, Value* const& b) const {
    return order.less(*a, *b);
  }
};

}  // namespace nuthatch::detail::sorting
