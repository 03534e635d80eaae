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

/// An element of a view, and which one it is.
template <class T, std::size_t D>
struct located_element {
  T* at;
  const char* view;
  std::array<std::ptrdiff_t, D> index;
  std::array<std::ptrdiff_t, D> sizes;  // of the view

  void check(std::optional<effects::access> how) const {
    const auto first = reinterpret_cast<std::uintptr_t>(at);
    check_accessed({{first, first + sizeof(T)}, how, view, index, sizes});
  }
};

/// Stands for a number in an array: what is done with it is checked first. It is used where it was
/// made: after `auto x = view(i)`, x would be no copy of the number, and so x can do nothing.
template <class T, std::size_t D>
class checked_element {
 public:
  explicit checked_element(const located_element<T, D>& of) noexcept : of_(of) {}

  checked_element(const checked_element&) = delete;

  // NOLINTBEGIN(google-explicit-constructor, *-unconventional-assign-operator): as a T& does
  // NOLINTBEGIN(performance-noexcept-move-constructor): it is no move
  operator T() const& = delete;  // a number is kept as one, or taken by view.read(i)

  operator T() const&& { return read(); }

  T operator=(const T& value) && {
    of_.check(effects::access::writes);
    return *of_.at = value;
  }

  T operator=(checked_element&& other) && { return std::move(*this) = other.read(); }

  // NOLINTEND(performance-noexcept-move-constructor)
  // NOLINTEND(google-explicit-constructor, *-unconventional-assign-operator)

  T operator++() && { return ++accumulated(); }

  T operator++(int) && { return accumulated()++; }

  T operator--() && { return --accumulated(); }

  T operator--(int) && { return accumulated()--; }

  template <class V>
  T operator+=(V&& value) && {
    return accumulated() += std::forward<V>(value);
  }

  template <class V>
  T operator-=(V&& value) && {
    return accumulated() -= std::forward<V>(value);
  }

  template <class V>
  T operator*=(V&& value) && {
    return accumulated() *= std::forward<V>(value);
  }

  template <class V>
  T operator/=(V&& value) && {
    return accumulated() /= std::forward<V>(value);
  }

  template <class V>
  T operator&=(V&& value) && {
    return accumulated() &= std::forward<V>(value);
  }

  template <class V>
  T operator|=(V&& value) && {
    return accumulated() |= std::forward<V>(value);
  }

  template <class V>
  T operator^=(V&& value) && {
    return accumulated() ^= std::forward<V>(value);
  }

  template <class V>
  T operator%=(V&& value) && {
    return written() %= std::forward<V>(value);
  }

  template <class V>
  T operator<<=(V&& value) && {
    return written() <<= std::forward<V>(value);
  }

  template <class V>
  T operator>>=(V&& value) && {
    return written() >>= std::forward<V>(value);
  }

 private:
  [[nodiscard]] const T& read() const {
    of_.check(effects::access::reads);
    return *of_.at;
  }

  [[nodiscard]] T& written() const {
    of_.check(effects::access::writes);
    return *of_.at;
  }

  /// By an operation that commutes; whoever may write may do that, too.
  [[nodiscard]] T& accumulated() const {
    of_.check(effects::access::accumulates);
    return *of_.at;
  }

  located_element<T, D> of_;
};

template <class I>
inline constexpr bool is_index = std::is_integral_v<I>;

template <class T, std::size_t D>
inline constexpr bool is_index<checked_element<T, D>> = std::is_integral_v<T>;

/// What views give for an element. Of classes it is a reference, for their members; whether these
/// are read or written is not seen.
template <class T, std::size_t D, class Checking>
using element_of = std::conditional_t<std::is_same_v<Checking, effects::checked> &&
                                          std::is_scalar_v<T> && !std::is_const_v<T>,
                                      checked_element<T, D>,
                                      T&>;

/// The name of a view, where it is kept.
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
