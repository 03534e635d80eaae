// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/check/element.hpp>
#include <nuthatch/detail/check/known_views.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/box.hpp>
#include <nuthatch/effects/checking.hpp>

namespace nuthatch::effects {

/// A non-owning view of an array of Dimensions dimensions, in which the elements of the last
/// dimension are contiguous. It provides access by index, and regions for effects. A view is copied
/// like a pointer.
///
/// A checked view verifies at every access that the running step has declared it (see
/// docs/effects.md).
template <class Value, std::size_t Dimensions, class Checking = default_checking>
class array_view {
 public:
  /// Value&. In a checked view of numbers, a proxy that behaves like Value& if it is used
  /// immediately.
  using element = detail::element_of<Value, Dimensions, Checking>;
  using sizes = std::array<std::ptrdiff_t, Dimensions>;
  using view_of = Value;

  /// Creates a view of elements without gaps.
  ///
  /// @param first  the element whose indices are all 0.
  /// @param size   the number of elements in each dimension.
  constexpr array_view(Value* first, const sizes& size) noexcept
      : array_view(first, size, size[Dimensions - 1]) {}

  /// As above, for rows with gaps. A row is the last dimension.
  ///
  /// @param first  the element whose indices are all 0.
  /// @param size   the number of elements in each dimension.
  /// @param pitch  the distance between the starts of consecutive rows, in elements. The first
  ///         size[Dimensions - 1] elements of a row belong to the view.
  constexpr array_view(Value* first, const sizes& size, std::ptrdiff_t pitch) noexcept
      : first_(first),
        size_(size) {
    strides_[Dimensions - 1] = 1;
    for (std::size_t d = Dimensions - 1; d-- > 0;) {
      strides_[d] = strides_[d + 1] * (d + 2 == Dimensions ? pitch : size[d + 1]);
    }
  }

  [[nodiscard]] constexpr Value* data() const noexcept { return first_; }

  [[nodiscard]] constexpr std::ptrdiff_t size(std::size_t dimension) const noexcept {
    return size_[dimension];
  }

  /// Returns the element at the given indices, one per dimension. Indices are not compared with the
  /// sizes.
  /// @throws effects::effect_error in a checked view, for an access that was not declared.
  template <class... Index>
    requires(sizeof...(Index) == Dimensions && (detail::is_index<Index> && ...))
  [[nodiscard]] constexpr element operator()(Index... index) const noexcept(!is_checked) {
    const indices at{static_cast<std::ptrdiff_t>(std::move(index))...};
    if constexpr (!is_checked) {
      return first_[offset(at)];
    } else if constexpr (std::is_reference_v<element>) {
      return checked(std::is_const_v<Value> ? std::optional(access::reads) : std::nullopt, at);
    } else {
      return element(located(at));
    }
  }

  /// As operator(), where a reference is needed or the kind of access has to be stated.
  template <class... Index>
    requires(sizeof...(Index) == Dimensions && (detail::is_index<Index> && ...))
  [[nodiscard]] constexpr const Value& read(Index... index) const noexcept(!is_checked) {
    return checked(access::reads, {static_cast<std::ptrdiff_t>(std::move(index))...});
  }

  template <class... Index>
    requires(sizeof...(Index) == Dimensions && (detail::is_index<Index> && ...))
  [[nodiscard]] constexpr Value& write(Index... index) const noexcept(!is_checked) {
    return checked(access::writes, {static_cast<std::ptrdiff_t>(std::move(index))...});
  }

  template <class... Index>
    requires(sizeof...(Index) == Dimensions && (detail::is_index<Index> && ...))
  [[nodiscard]] constexpr Value& accumulate(Index... index) const noexcept(!is_checked) {
    return checked(access::accumulates, {static_cast<std::ptrdiff_t>(std::move(index))...});
  }

  /// Returns this view with a name, which messages use, also those about effects on this memory.
  /// The name has to live as long as the view.
  [[nodiscard]] constexpr array_view named(const char* name) const noexcept {
    array_view same = *this;
    same.name_.set(name);
    if constexpr (is_checked) {
      if (!std::is_constant_evaluated()) {
        detail::known_views::all().note(all().within(), name);
      }
    }
    return same;
  }

  /// Returns a part of the array as a region, given one interval per dimension. Intervals are
  /// clipped to the array, so the halo of a block at the edge may extend beyond it.
  template <class... Sides>
    requires(sizeof...(Sides) == Dimensions && (std::is_convertible_v<Sides, interval> && ...))
  [[nodiscard]] box<Dimensions> part(Sides... sides) const noexcept {
    return part(std::array<interval, Dimensions>{sides...});
  }

  [[nodiscard]] box<Dimensions> part(std::array<interval, Dimensions> sides) const noexcept {
    std::array<std::ptrdiff_t, Dimensions> bytes{};
    for (std::size_t d = 0; d < Dimensions; ++d) {
      sides[d] = sides[d].clipped({0, size_[d]});
      bytes[d] = strides_[d] * static_cast<std::ptrdiff_t>(sizeof(Value));
    }
    return {first_, bytes, sizeof(Value), sides};
  }

  [[nodiscard]] box<Dimensions> all() const noexcept {
    std::array<interval, Dimensions> sides{};
    for (std::size_t d = 0; d < Dimensions; ++d) {
      sides[d] = {0, size_[d]};
    }
    return part(sides);
  }

 private:
  using indices = std::array<std::ptrdiff_t, Dimensions>;

  static constexpr bool is_checked = std::is_same_v<Checking, effects::checked>;

  [[nodiscard]] constexpr std::ptrdiff_t offset(const indices& at) const noexcept {
    std::ptrdiff_t offset = 0;
    for (std::size_t d = 0; d < Dimensions; ++d) {
      offset += at[d] * strides_[d];
    }
    return offset;
  }

  [[nodiscard]] constexpr detail::located_element<Value, Dimensions> located(
      const indices& at) const noexcept {
    return {first_ + offset(at), name_.name, at, size_};
  }

  [[nodiscard]] constexpr Value& checked([[maybe_unused]] std::optional<access> how,
                                         const indices& at) const noexcept(!is_checked) {
    if constexpr (is_checked) {
      located(at).check(how);
    }
    return first_[offset(at)];
  }

  Value* first_;
  sizes size_;
  std::array<std::ptrdiff_t, Dimensions> strides_{};
  [[no_unique_address]] detail::view_name<Checking> name_;
};

}  // namespace nuthatch::effects
