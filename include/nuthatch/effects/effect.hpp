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

/// What a computation may do to data, by which two computations are told that have to keep their
/// order. Types of a program's own do as well as `effect`.
///
/// | operation                | meaning                                              | needed |
/// |--------------------------|------------------------------------------------------|--------|
/// | `a.interferes_with(b)`   | false only if a and b may run in any order           | yes    |
/// | `a.united(b)`            | the effect of a computation that does both           | no     |
/// | `a.covers(b)`            | true only if what interferes with b interferes with a| no     |
/// | `a.shares_data_with(b)`  | whether they gain from running close to each other   | no     |
/// | `a.bytes()`              | how much data they touch                             | no     |
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

/// How many regions an effect has room for, if nothing is said.
inline constexpr std::size_t usual_room = 8;

/// Regions and what is done to them: at most `Most` of them, in place, without memory of its own.
///
/// Where more are added than there is room for, it becomes coarser: two regions that are accessed
/// alike become their union, those that need the least more; or, where regions have no unions, it
/// is an effect on everything. It is never less than what was added.
///
/// Cost: questions compare each region of one with each of the other.
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

  /// Of a computation that touches nothing.
  constexpr effect() noexcept = default;

  constexpr effect(access how, const Region& where) {
    if (!is_empty(where)) {
      std::construct_at(parts_.data(), part{where, how});
      count_ = 1;
    }
  }

  /// Of more or less room.
  template <std::size_t Other>
    requires(Other != Most)
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

  /// Of what is not known: interferes with all that touches anything.
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

  /// Whatever they do to it.
  template <region OtherRegion, std::size_t Other>
  [[nodiscard]] constexpr bool shares_data_with(const effect<OtherRegion, Other>& other) const {
    return any_pair(other, [](const auto& a, const auto& b) { return overlap(a.where, b.where); });
  }

  /// False also where a region of the other is covered by several of this together.
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

  /// What two regions have in common counts twice.
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

  /// Whether a part holds this already, or can hold exactly this besides.
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
      part* best = nullptr;
      std::size_t least = std::numeric_limits<std::size_t>::max();
      for (part& each : held()) {
        if (each.how == how && each.where.unites(where)) {
          const std::size_t more = growth(each.where, where);
          if (best == nullptr || more < least) {
            best = &each;
            least = more;
          }
        }
      }
      if (best != nullptr) {
        best->where = best->where.united(where);
        return true;
      }
    }
    return false;
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

/// What both do. There is room for all of it: where that is more than an effect type has that it is
/// converted to, it becomes coarser there.
template <region Region, std::size_t One, std::size_t Other>
[[nodiscard]] constexpr effect<Region, One + Other> operator+(const effect<Region, One>& one,
                                                              const effect<Region, Other>& other) {
  effect<Region, One + Other> both = one;
  both.add(other);
  return both;
}

/// Such an access to all of these regions, with room for some more.
template <region Region, std::same_as<Region>... More>
[[nodiscard]] constexpr auto accesses(access how, const Region& where, const More&... more) {
  constexpr std::size_t regions = 1 + sizeof...(More);
  effect<Region, (regions > usual_room ? regions : usual_room)> all(how, where);
  (all.add(how, more), ...);
  return all;
}

/// That each of these regions is read; and so for the others.
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
