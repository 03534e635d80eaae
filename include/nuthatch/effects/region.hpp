// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// Data that a computation may touch. These operations are all that effects use of a region:
///
/// | operation          | meaning                                                      | needed |
/// |--------------------|--------------------------------------------------------------|--------|
/// | `a.overlaps(b)`    | false only if no data is in both                             | yes    |
/// | `a.covers(b)`      | true only if all data of b is in a                           | no     |
/// | `a.unites(b)`      | whether there is a region that contains both                 | no     |
/// | `a.joins(b)`       | whether that region contains nothing else                    | no     |
/// | `a.united(b)`      | that region; requires `unites`                               | no     |
/// | `a.within()`       | an extent that contains the region                           | no     |
/// | `a.bytes()`        | the amount of data, in bytes                                 | no     |
/// | `a.empty()`        | true only if the region contains no data                     | no     |
/// | `a.stretch_end(p)` | end of its contiguous bytes from address p on; p if none     | no     |
/// | `a.each_stretch(f)`| calls f(extent) per contiguous part until one is false       | no     |
/// | `a.describe()`     | a description of the region, a std::string                   | no     |
///
/// `each_stretch` returns whether all calls returned true. Unions need `unites`, `joins` and
/// `united` together; stretches need `stretch_end` and `each_stretch` together. Checks need the
/// last four operations, and use `covers` (docs/effects.md). Regions are values: a copy means the
/// same data. An empty region overlaps nothing.
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

/// A region whose bytes have addresses. If stretch_end() cannot be exact, its result is too high.
template <class Region>
concept region_with_stretches = region<Region> && requires(const Region& a, std::uintptr_t at) {
  { a.stretch_end(at) } -> std::same_as<std::uintptr_t>;
  {
    a.each_stretch([](const extent&) { return true; })
  } -> std::same_as<bool>;
};

/// Returns whether two regions, perhaps of different kinds, may have data in common. Regions of
/// different kinds may, unless their extents are disjoint.
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
