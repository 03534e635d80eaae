// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include <nuthatch/detail/uninitialized_array.hpp>
#include <nuthatch/effects/access.hpp>
#include <nuthatch/effects/region.hpp>

namespace nuthatch::effects {

/// A description of what a computation may do to data. Effects determine which pairs of
/// computations have to keep their order. Users may define types of their own instead of `effect`.
///
/// | operation                | meaning                                              | needed |
/// |--------------------------|------------------------------------------------------|--------|
/// | `a.interferes_with(b)`   | false only if a and b may run in any order           | yes    |
/// | `a.united(b)`            | the effect of a computation that does both           | no     |
/// | `a.covers(b)`            | true only if what interferes with b interferes with a| no     |
/// | `a.shares_data_with(b)`  | whether they benefit from running close together     | no     |
/// | `a.bytes()`              | the amount of data that they touch                   | no     |
/// | `a.admits(how, extent)`  | whether it has that access to all of these bytes     | no     |
///
/// Source: Lifflander and Krishnamoorthy, Cache Locality Optimization for Recursive Programs,
/// section 4.
template <class Effect>
concept effect_type = std::copyable<Effect> && requires(const Effect& a, const Effect& b) {
  { a.interferes_with(b) } -> std::same_as<bool>;
};

template <class Effect>
concept effect_with_union = effect_type<Effect> && requires(const Effect& a, const Effect& b) {
  { a.united(b) } -> std::same_as<Effect>;
};

template <class Effect>
concept effect_with_covering = effect_type<Effect> && requires(const Effect& a, const Effect& b) {
  { a.covers(b) } -> std::same_as<bool>;
};

template <class Effect>
concept effect_with_sharing = effect_type<Effect> && requires(const Effect& a, const Effect& b) {
  { a.shares_data_with(b) } -> std::same_as<bool>;
};

template <class Effect>
concept effect_with_addresses =
    effect_type<Effect> && requires(const Effect& a, const extent& bytes) {
      { a.admits(access::reads, bytes) } -> std::same_as<bool>;
    };

/// The default capacity of an effect, in regions.
inline constexpr std::size_t usual_room = 8;

/// An effect that consists of at most `Most` regions with the access to each. They are stored in
/// place, without dynamic memory.
///
/// When more regions are added, the effect becomes coarser: two regions with the same access are
/// replaced by their union, such that the union adds the least; if regions have no unions, the
/// effect becomes one on everything. It always covers everything that was added.
///
/// Cost: comparing two effects compares each region of one with each region of the other.
template <region Region, std::size_t Most = usual_room>
class effect {
  static_assert(Most > 0, "an effect has room for one region at least");
  static_assert(std::default_initializable<Region>,
                "room for regions is made before they are known");

 public:
  struct part {
    Region where;
    access how = access::reads;
  };

  /// Creates the effect of a computation that touches nothing.
  constexpr effect() noexcept = default;

  constexpr effect(access how, const Region& where) {
    if (!is_empty(where)) {
      std::construct_at(parts_.data(), part{where, how});
      count_ = 1;
    }
  }

  /// Converts from an effect of another capacity.
  template <std::size_t Other>
    requires(Other != Most)
  // NOLINTNEXTLINE(google-explicit-constructor): it has the same parts
  constexpr effect(const effect<Region, Other>& other) {
    if constexpr (Other < Most) {
      for (const auto& each : other.parts()) {
        std::construct_at(parts_.data() + count_++, part{each.where, each.how});
      }
      on_everything_ = other.is_on_everything();
    } else {
      add(other);
    }
  }

  /// Returns the effect of an unknown computation, which interferes with every effect that is not
  /// empty.
  [[nodiscard]] static constexpr effect on_everything() {
    effect all;
    all.on_everything_ = true;
    return all;
  }

  [[nodiscard]] constexpr bool is_on_everything() const noexcept { return on_everything_; }

  [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0 && !on_everything_; }

  [[nodiscard]] constexpr std::span<const part> parts() const noexcept {
    return {parts_.data(), count_};
  }

  constexpr void add(access how, const Region& where) {
    if (on_everything_ || is_empty(where)) {
      return;
    }
    for (part& each : held()) {
      if (takes_in(each, how, where)) {
        return;
      }
    }
    if (count_ < Most) {
      std::construct_at(parts_.data() + count_++, part{where, how});
    } else if (!unites_with_one(how, where)) {
      *this = on_everything();
    }
  }

  template <std::size_t Other>
  constexpr void add(const effect<Region, Other>& other) {
    if (other.is_on_everything()) {
      *this = on_everything();
    }
    for (const auto& each : other.parts()) {
      add(each.how, each.where);
    }
  }

  [[nodiscard]] constexpr effect united(const effect& other) const {
    effect both = *this;
    both.add(other);
    return both;
  }

  template <region OtherRegion, std::size_t Other>
  [[nodiscard]] constexpr bool interferes_with(const effect<OtherRegion, Other>& other) const {
    return any_pair(other, [](const auto& a, const auto& b) {
      return interfere(a.how, b.how) && overlap(a.where, b.where);
    });
  }

  /// Returns whether the two have data in common, whatever the access.
  template <region OtherRegion, std::size_t Other>
  [[nodiscard]] constexpr bool shares_data_with(const effect<OtherRegion, Other>& other) const {
    return any_pair(other, [](const auto& a, const auto& b) { return overlap(a.where, b.where); });
  }

  /// Also returns false if a region of `other` is covered only by several regions of this together.
  [[nodiscard]] constexpr bool covers(const effect& other) const
    requires region_with_covering<Region>
  {
    if (on_everything_ || other.on_everything_) {
      return on_everything_;
    }
    for (const part& each : other.parts()) {
      if (!is_covered(each.how, each.where)) {
        return false;
      }
    }
    return true;
  }

  /// Returns the sum over all regions. Data that is in two of them counts twice.
  [[nodiscard]] constexpr std::size_t bytes() const
    requires region_with_bytes<Region>
  {
    std::size_t all = 0;
    for (const part& each : parts()) {
      all += each.where.bytes();
    }
    return all;
  }

 private:
  [[nodiscard]] constexpr std::span<part> held() noexcept { return {parts_.data(), count_}; }

  template <class Other, class Test>
  [[nodiscard]] constexpr bool any_pair(const Other& other, Test test) const {
    if (on_everything_ || other.is_on_everything()) {
      return !empty() && !other.empty();
    }
    for (const part& mine : parts()) {
      for (const auto& its : other.parts()) {
        if (test(mine, its)) {
          return true;
        }
      }
    }
    return false;
  }

  static constexpr bool is_empty(const Region& where) {
    if constexpr (region_with_emptiness<Region>) {
      return where.empty();
    } else {
      return false;
    }
  }

  [[nodiscard]] constexpr bool is_covered(access how, const Region& where) const {
    if constexpr (region_with_covering<Region>) {
      for (const part& each : parts()) {
        if (effects::covers(each.how, how) && each.where.covers(where)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Adds a region to a part if the part covers it, or can represent both exactly. Returns whether
  /// it did.
  static constexpr bool takes_in(part& one, access how, const Region& where) {
    if constexpr (region_with_union<Region>) {
      if (one.how == how && one.where.joins(where)) {
        one.where = one.where.united(where);
        return true;
      }
    }
    if constexpr (region_with_covering<Region>) {
      return effects::covers(one.how, how) && one.where.covers(where);
    }
    return false;
  }

  constexpr bool unites_with_one(access how, const Region& where) {
    if constexpr (region_with_union<Region>) {
      part* const best = grows_least(how, where);
      if (best != nullptr) {
        best->where = best->where.united(where);
        return true;
      }
    }
    return false;
  }

  /// Returns the part that grows least when it is united with the region; null if none can be.
  constexpr part* grows_least(access how, const Region& where) {
    part* best = nullptr;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (part& each : held()) {
      if (each.how != how || !each.where.unites(where)) {
        continue;
      }
      const std::size_t more = growth(each.where, where);
      if (best == nullptr || more < least) {
        best = &each;
        least = more;
      }
    }
    return best;
  }

  static constexpr std::size_t growth(const Region& present, const Region& added) {
    if constexpr (region_with_bytes<Region>) {
      return present.united(added).bytes() - present.bytes();
    } else {
      return 0;
    }
  }

  nuthatch::detail::uninitialized_array<part, Most> parts_;
  std::uint32_t count_ = 0;
  bool on_everything_ = false;
};

/// Returns the effect of a computation that does both. It has the capacity for all regions;
/// converting it to an effect type of less capacity may make it coarser.
template <region Region, std::size_t One, std::size_t Other>
[[nodiscard]] constexpr effect<Region, One + Other> operator+(const effect<Region, One>& one,
                                                              const effect<Region, Other>& other) {
  effect<Region, One + Other> both = one;
  both.add(other);
  return both;
}

/// Returns an effect with the given access to all of these regions, and capacity for more.
template <region Region, std::same_as<Region>... More>
[[nodiscard]] constexpr auto accesses(access how, const Region& where, const More&... more) {
  constexpr std::size_t regions = 1 + sizeof...(More);
  effect<Region, (regions > usual_room ? regions : usual_room)> all(how, where);
  (all.add(how, more), ...);
  return all;
}

/// Returns the effect that reads all of these regions. writes() and accumulates() are analogous.
template <region Region, std::same_as<Region>... More>
[[nodiscard]] constexpr auto reads(const Region& where, const More&... more) {
  return accesses(access::reads, where, more...);
}

template <region Region, std::same_as<Region>... More>
[[nodiscard]] constexpr auto writes(const Region& where, const More&... more) {
  return accesses(access::writes, where, more...);
}

template <region Region, std::same_as<Region>... More>
[[nodiscard]] constexpr auto accumulates(const Region& where, const More&... more) {
  return accesses(access::accumulates, where, more...);
}

}  // namespace nuthatch::effects
