// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/check/running.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/checking.hpp>

namespace nuthatch::detail {

/// An element of a view, and its index.
template <class Value, std::size_t Dimensions>
struct located_element {
  Value* at;
  const char* view;
  std::array<std::ptrdiff_t, Dimensions> index;
  std::array<std::ptrdiff_t, Dimensions> sizes;  // of the view

  void check(std::optional<effects::access> how) const {
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    check_accessed({{first, first + sizeof(Value)}, how, view, index, sizes});
  }
};

/// A proxy for a number in an array that checks each operation first. It has to be used
/// immediately: after `auto x = view(i)`, x would not be a copy of the number, so x permits no
/// operation.
template <class Value, std::size_t Dimensions>
// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): assignments are to the number
class checked_element {
 public:
  explicit checked_element(const located_element<Value, Dimensions>& of) noexcept : of_(of) {}

  checked_element(const checked_element&) = delete;

  // NOLINTBEGIN(google-explicit-constructor, *-unconventional-assign-operator): as a Value& does
  // NOLINTBEGIN(performance-noexcept-move-constructor): it is no move
  operator Value() const& = delete;  // store the number itself, or call view.read(i)

  operator Value() const&& { return read(); }

  Value operator=(const Value& value) && {
    of_.check(effects::access::writes);
    return *of_.at = value;
  }

  Value operator=(checked_element&& other) && { return std::move(*this) = other.read(); }

  // NOLINTEND(performance-noexcept-move-constructor)
  // NOLINTEND(google-explicit-constructor, *-unconventional-assign-operator)

  Value operator++() && { return ++accumulated(); }

  Value operator++(int) && { return accumulated()++; }

  Value operator--() && { return --accumulated(); }

  Value operator--(int) && { return accumulated()--; }

  template <class View>
  Value operator+=(View&& value) && {
    return accumulated() += std::forward<View>(value);
  }

  template <class View>
  Value operator-=(View&& value) && {
    return accumulated() -= std::forward<View>(value);
  }

  template <class View>
  Value operator*=(View&& value) && {
    return accumulated() *= std::forward<View>(value);
  }

  template <class View>
  Value operator/=(View&& value) && {
    return accumulated() /= std::forward<View>(value);
  }

  template <class View>
  Value operator&=(View&& value) && {
    return accumulated() &= std::forward<View>(value);
  }

  template <class View>
  Value operator|=(View&& value) && {
    return accumulated() |= std::forward<View>(value);
  }

  template <class View>
  Value operator^=(View&& value) && {
    return accumulated() ^= std::forward<View>(value);
  }

  template <class View>
  Value operator%=(View&& value) && {
    return written() %= std::forward<View>(value);
  }

  template <class View>
  Value operator<<=(View&& value) && {
    return written() <<= std::forward<View>(value);
  }

  template <class View>
  Value operator>>=(View&& value) && {
    return written() >>= std::forward<View>(value);
  }

 private:
  [[nodiscard]] const Value& read() const {
    of_.check(effects::access::reads);
    return *of_.at;
  }

  [[nodiscard]] Value& written() const {
    of_.check(effects::access::writes);
    return *of_.at;
  }

  /// For commutative operations; a step that may write may also accumulate.
  [[nodiscard]] Value& accumulated() const {
    of_.check(effects::access::accumulates);
    return *of_.at;
  }

  located_element<Value, Dimensions> of_;
};

template <class Index>
inline constexpr bool is_index = std::is_integral_v<Index>;

template <class Value, std::size_t Dimensions>
inline constexpr bool is_index<checked_element<Value, Dimensions>> = std::is_integral_v<Value>;

/// The type of an element of a view. For classes it is a reference, because of their members;
/// accesses to these are not classified as reads or writes.
template <class Value, std::size_t Dimensions, class Checking>
using element_of = std::conditional_t<std::is_same_v<Checking, effects::checked> &&
                                          std::is_scalar_v<Value> && !std::is_const_v<Value>,
                                      checked_element<Value, Dimensions>,
                                      Value&>;

/// The name of a view, stored only in checked views.
template <class Checking>
struct view_name {
  constexpr void set(const char* /*name*/) noexcept {}
};

template <>
struct view_name<effects::checked> {
  const char* name = nullptr;

  constexpr void set(const char* to) noexcept { name = to; }
};

}  // namespace nuthatch::detail
