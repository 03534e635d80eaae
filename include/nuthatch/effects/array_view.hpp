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

/// Somebody else's array of D dimensions, the last of which has its elements side by side: by
/// index, and as regions for effects. A view is copied like a pointer.
///
/// A checked one looks at every access, whether the step that runs has declared it (see
/// docs/effects.md).
template <class T, std::size_t D, class Checking = default_checking>
class array_view {
 public:
  /// T&. In a checked view of numbers, what does the same if it is used at once.
  using element = detail::element_of<T, D, Checking>;
  using sizes = std::array<std::ptrdiff_t, D>;
  using view_of = T;

  /// Elements that lie without gaps.
  constexpr array_view(T* first, const sizes& size) noexcept
      : array_view(first, size, size[D - 1]) {}

  /// Rows, the last dimension, begin `pitch` elements after each other, of which size[D - 1] count.
  constexpr array_view(T* first, const sizes& size, std::ptrdiff_t pitch) noexcept
      : first_(first),
        size_(size) {
    strides_[D - 1] = 1;
    for (std::size_t d = D - 1; d-- > 0;) {
      strides_[d] = strides_[d + 1] * (d + 2 == D ? pitch : size[d + 1]);
    }
  }

  [[nodiscard]] constexpr T* data() const noexcept { return first_; }

  [[nodiscard]] constexpr std::ptrdiff_t size(std::size_t dimension) const noexcept {
    return size_[dimension];
  }

  /// One index for each dimension, which is not compared with the sizes.
  template <class... I>
    requires(sizeof...(I) == D && (detail::is_index<I> && ...))
  [[nodiscard]] constexpr element operator()(I... index) const noexcept(!is_checked) {
    const indices at{static_cast<std::ptrdiff_t>(std::move(index))...};
    if constexpr (!is_checked) {
      return first_[offset(at)];
    } else if constexpr (std::is_reference_v<element>) {
      return checked(std::is_const_v<T> ? std::optional(access::reads) : std::nullopt, at);
    } else {
      return element(located(at));
    }
  }

  /// The same where a reference is needed, or to be said what for.
  template <class... I>
    requires(sizeof...(I) == D && (detail::is_index<I> && ...))
  [[nodiscard]] constexpr const T& read(I... index) const noexcept(!is_checked) {
    return checked(access::reads, {static_cast<std::ptrdiff_t>(std::move(index))...});
  }

  template <class... I>
    requires(sizeof...(I) == D && (detail::is_index<I> && ...))
  [[nodiscard]] constexpr T& write(I... index) const noexcept(!is_checked) {
    return checked(access::writes, {static_cast<std::ptrdiff_t>(std::move(index))...});
  }

  template <class... I>
    requires(sizeof...(I) == D && (detail::is_index<I> && ...))
  [[nodiscard]] constexpr T& accumulate(I... index) const noexcept(!is_checked) {
    return checked(access::accumulates, {static_cast<std::ptrdiff_t>(std::move(index))...});
  }

  /// The same, with a name for messages, which has to live as long. Messages about effects on this
  /// memory have it, too.
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

  /// These of its elements, as many intervals as there are dimensions. What lies outside of the
  /// array is left out: the halo of a block at the edge.
  template <class... Sides>
    requires(sizeof...(Sides) == D && (std::is_convertible_v<Sides, interval> && ...))
  [[nodiscard]] box<D> part(Sides... sides) const noexcept {
    return part(std::array<interval, D>{sides...});
  }

  [[nodiscard]] box<D> part(std::array<interval, D> sides) const noexcept {
    std::array<std::ptrdiff_t, D> bytes{};
    for (std::size_t d = 0; d < D; ++d) {
      sides[d] = sides[d].clipped({0, size_[d]});
      bytes[d] = strides_[d] * static_cast<std::ptrdiff_t>(sizeof(T));
    }
    return {first_, bytes, sizeof(T), sides};
  }

  [[nodiscard]] box<D> all() const noexcept {
    std::array<interval, D> sides{};
    for (std::size_t d = 0; d < D; ++d) {
      sides[d] = {0, size_[d]};
    }
    return part(sides);
  }

 private:
  using indices = std::array<std::ptrdiff_t, D>;

  static constexpr bool is_checked = std::is_same_v<Checking, effects::checked>;

  [[nodiscard]] constexpr std::ptrdiff_t offset(const indices& at) const noexcept {
    std::ptrdiff_t offset = 0;
    for (std::size_t d = 0; d < D; ++d) {
      offset += at[d] * strides_[d];
    }
    return offset;
  }

  [[nodiscard]] constexpr detail::located_element<T, D> located(const indices& at) const noexcept {
    return {first_ + offset(at), name_.name, at, size_};
  }

  [[nodiscard]] constexpr T& checked([[maybe_unused]] std::optional<access> how,
                                     const indices& at) const noexcept(!is_checked) {
    if constexpr (is_checked) {
      located(at).check(how);
    }
    return first_[offset(at)];
  }

  T* first_;
  sizes size_;
  std::array<std::ptrdiff_t, D> strides_{};
  [[no_unique_address]] detail::view_name<Checking> name_;
};

}  // namespace nuthatch::effects
