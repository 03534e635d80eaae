// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// A type with contiguous elements: a vector, a span, an array.
template <class Value>
concept contiguous = requires(const Value& of) {
  { std::data(of) + std::size(of) } -> std::convertible_to<const volatile void*>;
};

/// A view of an array, such as array_view.
template <class Value>
concept array_of_others = requires { typename Value::view_of; };

/// A region of contiguous bytes: a part of an array, or an object. The members are those of the
/// concept `region`.
class range {
 public:
  constexpr range() noexcept = default;

  constexpr explicit range(extent all) noexcept : all_(all) {}

  /// Creates the region of the elements [first, last).
  template <class Value>
  range(const Value* first, const Value* last) noexcept
      : all_{reinterpret_cast<std::uintptr_t>(first), reinterpret_cast<std::uintptr_t>(last)} {}

  /// Creates the region of all elements of a vector, a span, an array or the like.
  template <contiguous Elements>
  explicit range(const Elements& elements) noexcept
      : range(std::data(elements), std::data(elements) + std::size(elements)) {}

  /// Creates the region of a whole array_view, including the gaps between its rows.
  template <array_of_others View>
  explicit range(const View& view) noexcept : range(view.all().within()) {}

  [[nodiscard]] constexpr bool empty() const noexcept { return all_.empty(); }

  [[nodiscard]] constexpr bool overlaps(const range& other) const noexcept {
    return all_.overlaps(other.all_);
  }

  [[nodiscard]] constexpr bool unites(const range& /*other*/) const noexcept { return true; }

  [[nodiscard]] constexpr bool joins(const range& other) const noexcept {
    return all_.joins(other.all_);
  }

  /// Returns the range that contains both, including a gap between them.
  [[nodiscard]] constexpr range united(const range& other) const noexcept {
    return range(all_.united(other.all_));
  }

  [[nodiscard]] constexpr bool covers(const range& other) const noexcept {
    return all_.covers(other.all_);
  }

  [[nodiscard]] constexpr extent within() const noexcept { return all_; }

  [[nodiscard]] constexpr std::size_t bytes() const noexcept {
    return empty() ? 0 : all_.last - all_.first;
  }

  [[nodiscard]] constexpr std::uintptr_t stretch_end(std::uintptr_t from) const noexcept {
    return all_.first <= from && from < all_.last ? all_.last : from;
  }

  template <class Visit>
  [[nodiscard]] constexpr bool each_stretch(Visit visit) const {
    return empty() || visit(all_);
  }

 private:
  extent all_;
};

/// True if the elements are part of the object itself.
template <class Value>
inline constexpr bool has_own_elements = std::is_array_v<Value>;

template <class Value, std::size_t Size>
inline constexpr bool has_own_elements<std::array<Value, Size>> = true;

/// Returns the region of a whole object, without what it refers to. The object must not be a
/// temporary.
template <class Value>
[[nodiscard]] range whole(const Value& object) noexcept {
  static_assert(!contiguous<Value> || has_own_elements<Value>,
                "whole(x) is x alone, without elements that lie elsewhere: say range(x)");
  static_assert(!std::is_pointer_v<Value>,
                "whole(p) is the pointer alone: say whole(*p), range(p, p + n), or of the pointer "
                "itself range(&p, &p + 1)");
  static_assert(!array_of_others<Value>,
                "whole(v) is the view alone: say range(v), v.all() or v.part(...)");
  return range(std::addressof(object), std::addressof(object) + 1);
}

template <class Value>
range whole(const Value&& object) = delete;  // a temporary, which ends with the statement

}  // namespace nuthatch::effects
