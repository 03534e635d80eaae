// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// Data that a computation may touch: all that effects need to know of a region.
///
/// | operation          | meaning                                                      | needed |
/// |--------------------|--------------------------------------------------------------|--------|
/// | `a.overlaps(b)`    | false only if no data is in both                             | yes    |
/// | `a.covers(b)`      | true only if all that is in b is in a                        | no     |
/// | `a.unites(b)`      | whether there is a region with all that is in one of them    | no     |
/// | `a.joins(b)`       | whether that has nothing besides                             | no     |
/// | `a.united(b)`      | that region, where there is one                              | no     |
/// | `a.within()`       | an extent in which all of it lies                            | no     |
/// | `a.bytes()`        | how much data that is                                        | no     |
/// | `a.empty()`        | true only if there is nothing in it                          | no     |
/// | `a.stretch_end(p)` | where its bytes side by side from address p on end; p: none  | no     |
/// | `a.each_stretch(f)`| f(extent) for bytes side by side while true; whether always  | no     |
/// | `a.describe()`     | it in words, a std::string                                   | no     |
///
/// Those of unions come together, and so do those of stretches. Checks need the last four, and ask
/// `covers` (docs/effects.md). Regions are values: copies mean the same data. An empty one overlaps
/// nothing.
template <class Region>
concept region = std::copyable<Region> && requires(const Region& a, const Region& b) {
  { a.overlaps(b) } -> std::same_as<bool>;
};

template <class Region>
concept region_with_union = region<Region> && requires(const Region& a, const Region& b) {
  { a.unites(b) } -> std::same_as<bool>;
  { a.joins(b) } -> std::same_as<bool>;
  { a.united(b) } -> std::same_as<Region>;
};

template <class Region>
concept region_with_covering = region<Region> && requires(const Region& a, const Region& b) {
  { a.covers(b) } -> std::same_as<bool>;
};

template <class Region>
concept region_with_emptiness = region<Region> && requires(const Region& a) {
  { a.empty() } -> std::same_as<bool>;
};

template <class Region>
concept region_with_extent = region<Region> && requires(const Region& a) {
  { a.within() } -> std::same_as<extent>;
};

template <class Region>
concept region_with_bytes = region<Region> && requires(const Region& a) {
  { a.bytes() } -> std::convertible_to<std::size_t>;
};

/// Its bytes have addresses. Where stretch_end() cannot tell, it is too high.
template <class Region>
concept region_with_stretches = region<Region> && requires(const Region& a, std::uintptr_t at) {
  { a.stretch_end(at) } -> std::same_as<std::uintptr_t>;
  {
    a.each_stretch([](const extent&) { return true; })
  } -> std::same_as<bool>;
};

/// Whether two regions, perhaps of different kinds, may have data in common. Of different kinds,
/// they do not only if their extents are apart.
template <region One, region Another>
[[nodiscard]] constexpr bool overlap(const One& a, const Another& b) {
  if constexpr (std::same_as<One, Another>) {
    return a.overlaps(b);
  } else if constexpr (region_with_extent<One> && region_with_extent<Another>) {
    return a.within().overlaps(b.within());
  } else {
    return true;
  }
}

}  // namespace nuthatch::effects
