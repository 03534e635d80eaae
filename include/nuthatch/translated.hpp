// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Names for the text that `nuthatch splicec` writes into a translated source. Since a source may
/// define macros such as `step` or `first`, every identifier that the translator writes begins with
/// `nuthatch_`, and no other name of Nuthatch appears there. Not for use by hand.

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <utility>

#include <nuthatch/splice.hpp>

#if defined(NUTHATCH_CHECK_EFFECTS)
  #include <nuthatch/detail/check/captured_variables.hpp>
#endif

/// A lambda that is mutable and has attributes: compilers take these in different orders.
// NOLINTBEGIN(readability-identifier-naming): the translator writes this name
#if defined(__clang__)
  #define nuthatch_mutable_with(attributes) attributes mutable
#else
  #define nuthatch_mutable_with(attributes) mutable attributes
#endif
// NOLINTEND(readability-identifier-naming)

namespace nuthatch_effects = ::nuthatch::effects;

namespace {  // NOLINT(*-anonymous-namespace-in-header): each source has a type of its own

struct nuthatch_internal;

}  // namespace

template <class Region>
using nuthatch_effect = ::nuthatch::effects::effect<Region>;
template <class Region>
using nuthatch_declarations = ::nuthatch::declarations<nuthatch_effect<Region>>;
template <class Region>
using nuthatch_splice_region = ::nuthatch::splice_region<nuthatch_effect<Region>>;

using nuthatch_range = ::nuthatch::effects::range;
using nuthatch_strided = ::nuthatch::effects::strided;
using nuthatch_box1 = ::nuthatch::effects::box<1>;
using nuthatch_box2 = ::nuthatch::effects::box<2>;
using nuthatch_box3 = ::nuthatch::effects::box<3>;
using nuthatch_key_range = ::nuthatch::effects::key_range;

using nuthatch_interval = ::nuthatch::effects::interval;
template <::std::size_t Dimensions>
using nuthatch_block = ::std::array<nuthatch_interval, Dimensions>;

template <class Region>
[[nodiscard]] nuthatch_effect<Region> nuthatch_everything() {
  return nuthatch_effect<Region>::on_everything();
}

template <class... Region>
  requires requires(const Region&... regions) { ::nuthatch::effects::reads(regions...); }
[[nodiscard]] auto nuthatch_reads(const Region&... regions) {
  return ::nuthatch::effects::reads(regions...);
}

template <class... Region>
  requires requires(const Region&... regions) { ::nuthatch::effects::writes(regions...); }
[[nodiscard]] auto nuthatch_writes(const Region&... regions) {
  return ::nuthatch::effects::writes(regions...);
}

template <class... Region>
  requires requires(const Region&... regions) { ::nuthatch::effects::accumulates(regions...); }
[[nodiscard]] auto nuthatch_accumulates(const Region&... regions) {
  return ::nuthatch::effects::accumulates(regions...);
}

/// Converts a bound of a loop to an end of an interval.
/// @throws std::range_error if it is not below 2^63 - 1.
template <class Value>
[[nodiscard]] constexpr ::std::ptrdiff_t nuthatch_bound(Value bound) {
  const auto end = static_cast<::std::ptrdiff_t>(bound);
  if (static_cast<Value>(end) != bound || end == PTRDIFF_MAX || (bound > Value{} && end < 0)) {
    throw ::std::range_error("a loop over(i) has a bound of 2^63 - 1 or more");
  }
  return end;
}

/// Returns the values that the index of `for (Index i = low; i < high; ++i)` takes. It applies the
/// conversions of the language: `low` to the index, and both sides of the comparison to their
/// common type.
/// @throws std::range_error if a bound is too large for an interval.
template <class Index, class Low, class High>
[[nodiscard]] constexpr nuthatch_interval nuthatch_below(Low low, High high) {
  using common = decltype(Index{} + high);
  const auto first = static_cast<common>(static_cast<Index>(low));
  const auto last = static_cast<common>(high);
  return first < last ? nuthatch_interval{nuthatch_bound(first), nuthatch_bound(last)}
                      : nuthatch_interval{};
}

/// The same for `i <= high`.
template <class Index, class Low, class High>
[[nodiscard]] constexpr nuthatch_interval nuthatch_up_to(Low low, High high) {
  using common = decltype(Index{} + high);
  const auto first = static_cast<common>(static_cast<Index>(low));
  const auto last = static_cast<common>(high);
  return first <= last ? nuthatch_interval{nuthatch_bound(first), nuthatch_bound(last) + 1}
                       : nuthatch_interval{};
}

/// The bounds of a part of a loop, in the type of its index.
template <class Index>
[[nodiscard]] constexpr Index nuthatch_first(const nuthatch_interval& part) noexcept {
  return static_cast<Index>(part.first);
}

template <class Index>
[[nodiscard]] constexpr Index nuthatch_last(const nuthatch_interval& part) noexcept {
  return static_cast<Index>(part.last);
}

/// Converts the length of a slice, a number of any type.
template <class Value>
[[nodiscard]] constexpr ::std::ptrdiff_t nuthatch_slice(Value indices) noexcept {
  return static_cast<::std::ptrdiff_t>(indices);
}

/// A place in the source, for messages of checked programs.
using nuthatch_place = ::std::source_location;

[[nodiscard]] constexpr nuthatch_place nuthatch_here(
    nuthatch_place where = nuthatch_place::current()) noexcept {
  return where;
}

#if defined(NUTHATCH_CHECK_EFFECTS)

/// Describes a variable that a step has captured by reference.
template <class Value>
[[nodiscard]] ::nuthatch::detail::captured_variable nuthatch_watch(const char* name,
                                                                   const Value& variable) {
  return {
      name, &variable, sizeof(Value), ::nuthatch::detail::hash_of_bytes(&variable, sizeof(Value))};
}

template <class Body, class... Captured>
[[nodiscard]] auto nuthatch_watching(nuthatch_place where, Body body, Captured... variables) {
  return ::nuthatch::detail::step_that_captures<sizeof...(Captured), Body>{
      {variables...}, where, body};
}

#else

struct nuthatch_not_watched {};

template <class Value>
[[nodiscard]] constexpr nuthatch_not_watched nuthatch_watch(const char* /*name*/,
                                                            const Value& /*variable*/) noexcept {
  return {};
}

template <class Body, class... Captured>
[[nodiscard]] constexpr Body nuthatch_watching(nuthatch_place /*where*/,
                                               Body body,
                                               Captured... /*variables*/) noexcept {
  return body;
}

#endif

template <class Now>
inline constexpr bool nuthatch_is_checked = false;
template <class Effect>
inline constexpr bool
    nuthatch_is_checked<::nuthatch::declarations<Effect, ::nuthatch::effects::checked>> = true;
template <class Effect>
inline constexpr bool
    nuthatch_is_checked<::nuthatch::splice_region<Effect, ::nuthatch::effects::checked>> = true;

/// Declares a step: with its effect, or with intervals, a slice and the effect of a part.
template <class Now, class... Said>
  requires requires(Now& now, Said... said) { now.step(::std::move(said)...); }
void nuthatch_step(nuthatch_place where, Now& now, Said... said) {
  if constexpr (nuthatch_is_checked<Now>) {
    now.step(::std::move(said)..., where);
  } else {
    now.step(::std::move(said)...);
  }
}

/// Declares a call. With more than six arguments, messages do not state its place.
template <class Now, class Function, class... Args>
void nuthatch_declare_call(nuthatch_place where, Now& now, Function f, Args... arguments) {
  if constexpr (nuthatch_is_checked<Now> && sizeof...(Args) <= 6) {
    now.call(f, arguments..., where);
  } else {
    now.call(f, arguments...);
  }
}

template <class Now>
void nuthatch_run(Now& now) {
  now.run();
}

template <class Region, class Group, class Body>
::nuthatch::splice_counts nuthatch_try_splice(Group group, Body&& body) {
  return ::nuthatch::try_splice<nuthatch_effect<Region>>(static_cast<::std::size_t>(group),
                                                         ::std::forward<Body>(body));
}
