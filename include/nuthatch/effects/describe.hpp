// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <variant>

#include <nuthatch/detail/check/known_views.hpp>
#include <nuthatch/detail/check/type_name.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/box.hpp>
#include <nuthatch/effects/effect.hpp>
#include <nuthatch/effects/interval.hpp>
#include <nuthatch/effects/key_range.hpp>
#include <nuthatch/effects/mixed.hpp>
#include <nuthatch/effects/range.hpp>
#include <nuthatch/effects/strided.hpp>

namespace nuthatch::effects {

/// Descriptions of effects, for messages and for debugging.

[[nodiscard]] inline std::string describe(access how) {
  switch (how) {
    case access::reads:
      return "reads";
    case access::writes:
      return "writes";
    case access::accumulates:
      return "accumulates into";
  }
  return {};
}

/// Returns an address in the form "0x1f40".
[[nodiscard]] inline std::string describe_address(std::uintptr_t address) {
  std::array<char, 2 * sizeof(address)> digits{};
  char* const end = std::to_chars(digits.begin(), digits.end(), address, 16).ptr;
  return "0x" + std::string(digits.begin(), end);
}

/// Returns an interval in the form "[3, 8)".
template <class Value>
[[nodiscard]] std::string describe(const basic_interval<Value>& of) {
  return "[" + std::to_string(of.first) + ", " + std::to_string(of.last) + ")";
}

/// Returns intervals in the form "[0, 4) x [3, 8)".
template <class Value, std::size_t Dimensions>
[[nodiscard]] std::string describe(const std::array<basic_interval<Value>, Dimensions>& of) {
  std::string all;
  for (const basic_interval<Value>& side : of) {
    all += (all.empty() ? "" : " x ") + describe(side);
  }
  return all;
}

[[nodiscard]] inline std::string describe_bytes(const extent& of) {
  return "bytes [" + describe_address(of.first) + ", " + describe_address(of.last) + ")";
}

[[nodiscard]] inline std::string describe(const range& of) {
  return describe_bytes(of.within()) + detail::known_views::all().words_about(of.within());
}

[[nodiscard]] inline std::string describe(const strided& of) {
  return std::to_string(of.count()) + " blocks of " + std::to_string(of.length()) + " bytes, " +
         std::to_string(of.stride()) + " apart, from " + describe_address(of.within().first) +
         detail::known_views::all().words_about(of.within());
}

template <std::size_t Dimensions>
[[nodiscard]] std::string describe(const box<Dimensions>& of) {
  const std::string view = detail::known_views::all().words_about(of.within());
  return describe(of.sides()) + (view.empty() ? " of the array" : view) + " at " +
         describe_address(of.array());
}

[[nodiscard]] inline std::string describe(const key_range& of) {
  return "keys [" + std::to_string(of.first()) + ", " + std::to_string(of.last()) +
         ") of the structure at " +
         describe_address(reinterpret_cast<std::uintptr_t>(of.structure()));
}

/// Describes a user-defined region or effect: by its describe(), otherwise by its operator<<,
/// otherwise by the name of its type.
template <class Own>
  requires(region<Own> || effect_type<Own>)
[[nodiscard]] std::string describe(const Own& of) {
  if constexpr (requires {
                  { of.describe() } -> std::convertible_to<std::string>;
                }) {
    return of.describe();
  } else if constexpr (requires(std::ostream& out) { out << of; }) {
    std::ostringstream out;
    out << of;
    return out.str();
  } else {
    return "a '" + std::string(detail::type_name<Own>()) + "'";
  }
}

template <region... Kinds>
[[nodiscard]] std::string describe(const mixed<Kinds...>& of) {
  return std::visit([](const auto& kind) { return describe(kind); }, of.kind());
}

/// Returns, for example, "reads bytes [0x1f40, 0x1f48); writes keys [1, 9) of the structure at
/// 0x1f20".
template <region Region, std::size_t Most>
[[nodiscard]] std::string describe(const effect<Region, Most>& of) {
  if (of.is_on_everything()) {
    return "everything";
  }
  std::string all;
  for (const auto& part : of.parts()) {
    all += (all.empty() ? "" : "; ") + describe(part.how) + " " + describe(part.where);
  }
  return all.empty() ? "nothing" : all;
}

}  // namespace nuthatch::effects
