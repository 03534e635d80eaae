// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/describe.hpp>
#include <nuthatch/effects/effect.hpp>
#include <nuthatch/effects/key_range.hpp>
#include <nuthatch/effects/mixed.hpp>
#include <nuthatch/effects/region.hpp>

/// Decides whether one effect contains another, by what all of its regions contain together. Exact
/// for regions with stretches and for keys. If it cannot be decided, the answer is yes, so that
/// correct programs are never rejected.

namespace nuthatch::detail {

constexpr std::uintptr_t end_of_memory = std::numeric_limits<std::uintptr_t>::max();

/// The same as in region_with_stretches, for any region. A region without addresses may contain
/// everything.
template <effects::region Region>
[[nodiscard]] constexpr std::uintptr_t stretch_end(const Region& of, std::uintptr_t from) {
  if constexpr (effects::region_with_stretches<Region>) {
    return of.stretch_end(from);
  } else if constexpr (effects::region_with_extent<Region>) {
    const effects::extent all = of.within();
    return all.first <= from && from < all.last ? all.last : from;
  } else {
    return end_of_memory;
  }
}

template <effects::region... Kinds>
[[nodiscard]] constexpr std::uintptr_t stretch_end(const effects::mixed<Kinds...>& of,
                                                   std::uintptr_t from) {
  return std::visit([from](const auto& kind) { return stretch_end(kind, from); }, of.kind());
}

/// Returns whether a declared access permits another one; if that is not given, any access.
[[nodiscard]] constexpr bool allows(effects::access declared,
                                    std::optional<effects::access> how) noexcept {
  return !how || effects::covers(declared, *how);
}

/// Returns the end of the bytes from `at` on that one part of an effect contains; `at` if none
/// does.
template <effects::region Region, std::size_t Most>
[[nodiscard]] constexpr std::uintptr_t held_until(const effects::effect<Region, Most>& of,
                                                  std::optional<effects::access> how,
                                                  std::uintptr_t at) {
  std::uintptr_t next = of.is_on_everything() ? end_of_memory : at;
  for (const auto& part : of.parts()) {
    if (allows(part.how, how)) {
      next = std::max(next, stretch_end(part.where, at));
    }
  }
  return next;
}

/// Returns the first of the bytes that an effect does not contain, or their end.
template <effects::region Region, std::size_t Most>
[[nodiscard]] constexpr std::uintptr_t first_outside(const effects::effect<Region, Most>& of,
                                                     std::optional<effects::access> how,
                                                     const effects::extent& bytes) {
  std::uintptr_t at = of.is_on_everything() ? bytes.last : bytes.first;
  while (at < bytes.last) {
    const std::uintptr_t next = held_until(of, how, at);
    if (next == at) {
      break;
    }
    at = next;
  }
  return std::min(at, bytes.last);
}

template <effects::region Region, class Visit>
constexpr bool visit_kind(const Region& of, Visit visit) {
  return visit(of);
}

template <effects::region... Kinds, class Visit>
constexpr bool visit_kind(const effects::mixed<Kinds...>& of, Visit visit) {
  return std::visit(visit, of.kind());
}

/// Moves a key to the end of a part of keys that contains it. Returns whether the part is of keys.
template <effects::region Part>
constexpr bool pass_part(const Part& part, const void* structure, std::uint64_t& key) {
  if constexpr (std::same_as<Part, effects::key_range>) {
    if (part.overlaps({structure, key, key + 1})) {
      key = part.last();
    }
  }
  return std::same_as<Part, effects::key_range>;
}

/// Returns whether an effect contains the keys, by joining its ranges. Nothing is known about keys
/// in regions of other kinds.
template <effects::region Region, std::size_t Most>
[[nodiscard]] constexpr bool holds_keys(const effects::effect<Region, Most>& larger,
                                        effects::access how,
                                        const effects::key_range& keys) {
  std::uint64_t at = keys.first();
  bool known = true;
  for (std::uint64_t before = at + 1; known && at < keys.last() && at != before;) {
    before = at;
    for (const auto& part : larger.parts()) {
      known = known &&
              (!effects::covers(part.how, how) || visit_kind(part.where, [&](const auto& kind) {
                return pass_part(kind, keys.structure(), at);
              }));
    }
  }
  return !known || at >= keys.last();
}

/// For user-defined regions. Nothing is known if several parts of the effect overlap the region.
template <effects::region Region, std::size_t Most>
[[nodiscard]] constexpr bool holds_own(const effects::effect<Region, Most>& larger,
                                       effects::access how,
                                       const Region& where) {
  if (!where.overlaps(where)) {
    return true;  // it is empty
  }
  const auto some =
      std::count_if(larger.parts().begin(), larger.parts().end(), [how, &where](const auto& part) {
        return effects::covers(part.how, how) && part.where.overlaps(where);
      });
  return some > (effects::region_with_covering<Region> ? 1 : 0);
}

/// Returns whether an effect has this access to all of a region.
template <effects::region Region, std::size_t Most>
[[nodiscard]] constexpr bool holds(const effects::effect<Region, Most>& larger,
                                   effects::access how,
                                   const Region& where) {
  if constexpr (effects::region_with_covering<Region>) {
    for (const auto& part : larger.parts()) {
      if (effects::covers(part.how, how) && part.where.covers(where)) {
        return true;
      }
    }
  }
  return visit_kind(where, [&]<class Kind>(const Kind& kind) {
    if constexpr (effects::region_with_stretches<Kind>) {
      return kind.each_stretch([&larger, how](const effects::extent& bytes) {
        return first_outside(larger, how, bytes) == bytes.last;
      });
    } else if constexpr (std::same_as<Kind, effects::key_range>) {
      return holds_keys(larger, how, kind);
    } else {
      return holds_own(larger, how, where);
    }
  });
}

/// Describes what of the smaller effect the larger one does not contain; nothing if it contains
/// all.
template <effects::region Region, std::size_t Most>
[[nodiscard]] std::optional<std::string> outside_of(const effects::effect<Region, Most>& larger,
                                                    const effects::effect<Region, Most>& smaller) {
  if (larger.is_on_everything()) {
    return std::nullopt;
  }
  if (smaller.is_on_everything()) {
    return "touches everything";
  }
  for (const auto& part : smaller.parts()) {
    if (!holds(larger, part.how, part.where)) {
      return effects::describe(part.how) + " " + effects::describe(part.where);
    }
  }
  return std::nullopt;
}

template <effects::region Region, std::size_t Most, std::size_t Other>
  requires(Most != Other)
[[nodiscard]] std::optional<std::string> outside_of(const effects::effect<Region, Most>& larger,
                                                    const effects::effect<Region, Other>& smaller) {
  constexpr std::size_t both = Most > Other ? Most : Other;
  return outside_of(effects::effect<Region, both>(larger), effects::effect<Region, both>(smaller));
}

/// User-defined effects are compared by `covers`, if they have it.
template <effects::effect_type Effect>
[[nodiscard]] std::optional<std::string> outside_of(const Effect& larger, const Effect& smaller) {
  if constexpr (effects::effect_with_covering<Effect>) {
    if (!larger.covers(smaller)) {
      return "touches " + effects::describe(smaller);
    }
  }
  return std::nullopt;
}

/// Returns whether an effect has this access to all of these bytes; if `how` is not given, any
/// access.
template <effects::region Region, std::size_t Most>
[[nodiscard]] constexpr bool admits(const effects::effect<Region, Most>& of,
                                    std::optional<effects::access> how,
                                    const effects::extent& bytes) {
  return first_outside(of, how, bytes) == bytes.last;
}

/// Returns the end of the bytes that are known to be permitted. User-defined effects have to be
/// asked each time, so it is `at`.
template <effects::effect_type Effect>
[[nodiscard]] constexpr std::uintptr_t held_until(const Effect& /*of*/,
                                                  std::optional<effects::access> /*how*/,
                                                  std::uintptr_t at) {
  return at;
}

template <effects::effect_type Effect>
[[nodiscard]] constexpr bool admits(const Effect& of,
                                    std::optional<effects::access> how,
                                    const effects::extent& bytes) {
  if constexpr (effects::effect_with_addresses<Effect>) {
    return how ? of.admits(*how, bytes)
               : of.admits(effects::access::reads, bytes) ||
                     of.admits(effects::access::accumulates, bytes);
  } else {
    return true;
  }
}

}  // namespace nuthatch::detail
