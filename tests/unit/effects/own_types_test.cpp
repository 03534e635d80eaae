// SPDX-License-Identifier: Apache-2.0
#include <bitset>
#include <cstddef>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

#include "bin.hpp"

// User-defined types, with the required operations only and with more.

namespace nuthatch::effects {
namespace {

using testing::bin;

static_assert(region<bin>);
static_assert(!region_with_union<bin> && !region_with_covering<bin> && !region_with_extent<bin>);

TEST(own_region, does_with_overlaps_alone) {
  auto one = writes(bin{1});
  EXPECT_TRUE(one.interferes_with(reads(bin{1})));
  EXPECT_FALSE(one.interferes_with(reads(bin{2})));
  for (const int next : {2, 3, 4, 5, 6, 7, 8}) {
    one.add(access::writes, bin{next});
  }
  EXPECT_FALSE(one.interferes_with(reads(bin{9})));
  one.add(access::writes, bin{10});  // there is no room, and there are no unions
  EXPECT_TRUE(one.is_on_everything());
}

TEST(own_region, overlaps_all_other_kinds) {
  const int object = 0;
  EXPECT_TRUE(writes(bin{1}).interferes_with(reads(whole(object))));
}

/// The type of a program whose data are eight numbers.
struct numbered {
  std::bitset<8> read;
  std::bitset<8> written;

  [[nodiscard]] bool interferes_with(const numbered& other) const {
    return ((read | written) & other.written).any() || (written & other.read).any();
  }

  [[nodiscard]] numbered united(const numbered& other) const {
    return {read | other.read, written | other.written};
  }
};

static_assert(effect_type<numbered> && effect_with_union<numbered>);
static_assert(!effect_with_covering<numbered> && !effect_with_sharing<numbered>);
static_assert(effect_type<effect<range>> && effect_with_union<effect<range>>);
static_assert(effect_with_covering<effect<range>> && effect_with_sharing<effect<range>>);
static_assert(!effect_with_covering<effect<bin>> && effect_with_sharing<effect<bin>>);

// It uses no other memory, and is trivially copyable.
static_assert(std::is_trivially_copyable_v<effect<range>>);
static_assert(std::is_trivially_copyable_v<effect<box<3>>>);
static_assert(std::is_trivially_copyable_v<effect<mixed<box<2>, key_range>>>);
static_assert(sizeof(effect<range>) <= 8 * 24 + 8);

// The effect is a constant if the regions are.
constexpr auto low = effects::writes(range(extent{0, 16}));
static_assert(low.interferes_with(effects::reads(range(extent{8, 24}))));
static_assert(!low.interferes_with(effects::reads(range(extent{16, 24}))));

}  // namespace
}  // namespace nuthatch::effects
