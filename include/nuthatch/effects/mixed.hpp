// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include <nuthatch/effects/region.hpp>

namespace nuthatch::effects {

/// A region of one of several kinds, for effects on different data structures, for example arrays
/// and a tree. Regions of different kinds overlap unless their extents are disjoint. The members
/// are those of the concept `region`.
template <region... Kinds>
class mixed {
 public:
  constexpr mixed() = default;

  template <class Region>
    requires(std::same_as<Region, Kinds> || ...)
  // NOLINTNEXTLINE(google-explicit-constructor): as std::variant
  constexpr mixed(Region where) : where_(std::move(where)) {}

  [[nodiscard]] constexpr bool empty() const
    requires(region_with_emptiness<Kinds> && ...)
  {
    return std::visit([](const auto& a) { return a.empty(); }, where_);
  }

  [[nodiscard]] constexpr bool overlaps(const mixed& other) const {
    return std::visit(
        [](const auto& a, const auto& b) { return overlap(a, b); }, where_, other.where_);
  }

  [[nodiscard]] constexpr bool covers(const mixed& other) const
    requires(region_with_covering<Kinds> && ...)
  {
    return of_one_kind(other, [](const auto& a, const auto& b) { return a.covers(b); });
  }

  [[nodiscard]] constexpr bool unites(const mixed& other) const
    requires(region_with_union<Kinds> && ...)
  {
    return of_one_kind(other, [](const auto& a, const auto& b) { return a.unites(b); });
  }

  [[nodiscard]] constexpr bool joins(const mixed& other) const
    requires(region_with_union<Kinds> && ...)
  {
    return of_one_kind(other, [](const auto& a, const auto& b) { return a.joins(b); });
  }

  [[nodiscard]] constexpr mixed united(const mixed& other) const
    requires(region_with_union<Kinds> && ...)
  {
    return std::visit(
        [&other]<class Region>(const Region& a) {
          return mixed(a.united(std::get<Region>(other.where_)));
        },
        where_);
  }

  [[nodiscard]] constexpr std::size_t bytes() const
    requires(region_with_bytes<Kinds> && ...)
  {
    return std::visit([](const auto& a) { return a.bytes(); }, where_);
  }

  [[nodiscard]] constexpr const std::variant<Kinds...>& kind() const noexcept { return where_; }

 private:
  template <class Test>
  [[nodiscard]] constexpr bool of_one_kind(const mixed& other, Test test) const {
    return std::visit(
        [&test]<class One, class Another>(const One& a, const Another& b) {
          if constexpr (std::same_as<One, Another>) {
            return test(a, b);
          } else {
            return false;
          }
        },
        where_,
        other.where_);
  }

  std::variant<Kinds...> where_;
};

}  // namespace nuthatch::effects
