// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

#include "effects/drawn_regions.hpp"
#include "seed.hpp"

namespace nuthatch::testing {
namespace {

using effects::access;

/// The accesses to each byte, as sets.
struct model {
  std::array<small_memory::bytes, 3> done;

  small_memory::bytes& by(access how) { return done.at(static_cast<std::size_t>(how)); }

  [[nodiscard]] bool interferes_with(const model& other) const {
    for (std::size_t a = 0; a < done.size(); ++a) {
      for (std::size_t b = 0; b < done.size(); ++b) {
        if (interfere(static_cast<access>(a), static_cast<access>(b)) &&
            (done.at(a) & other.done.at(b)).any()) {
          return true;
        }
      }
    }
    return false;
  }

  [[nodiscard]] small_memory::bytes touched() const { return done[0] | done[1] | done[2]; }

  /// Returns whether everything that interferes with the other effect interferes with this one,
  /// byte by byte.
  [[nodiscard]] bool covers(const model& other) const {
    for (std::size_t how = 0; how < done.size(); ++how) {
      const bool writes = static_cast<access>(how) == access::writes;
      const auto strong = writes ? done.at(how) : done.at(how) | done[1];
      if ((other.done.at(how) & ~strong).any()) {
        return false;
      }
    }
    return true;
  }
};

template <class Effect>
struct drawn_effect {
  Effect said;
  model meant;
};

template <class Effect, class Draw>
drawn_effect<Effect> draw_effect(small_memory& memory, std::size_t most, Draw draw) {
  drawn_effect<Effect> made;
  for (std::size_t parts = memory.below(most + 1); parts > 0; --parts) {
    const access how = memory.an_access();
    const auto region = draw();
    made.said.add(how, region.where);
    made.meant.by(how) |= region.set;
  }
  return made;
}

template <class Effect>
void expect_sound(const drawn_effect<Effect>& a, const drawn_effect<Effect>& b) {
  EXPECT_TRUE(!a.meant.interferes_with(b.meant) || a.said.interferes_with(b.said));
  EXPECT_EQ(a.said.interferes_with(b.said), b.said.interferes_with(a.said));
  EXPECT_TRUE((a.meant.touched() & b.meant.touched()).none() || a.said.shares_data_with(b.said));
  const Effect both = a.said + b.said;
  EXPECT_TRUE(both.covers(a.said) && both.covers(b.said));
  EXPECT_TRUE(!a.said.empty() || a.meant.touched().none());
}

template <std::size_t Most, class Region, class Draw>
void compare_with_model(std::size_t added, bool exact, Draw draw) {
  using effect = effects::effect<Region, Most>;
  std::mt19937_64 chance(seed());
  small_memory memory(chance);
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    const auto a = draw_effect<effect>(memory, added, [&] { return draw(memory); });
    const auto b = draw_effect<effect>(memory, added, [&] { return draw(memory); });
    expect_sound(a, b);
    if (exact) {
      EXPECT_EQ(a.said.interferes_with(b.said), a.meant.interferes_with(b.meant));
      EXPECT_TRUE(!a.said.covers(b.said) || a.meant.covers(b.meant));
      EXPECT_EQ(a.said.shares_data_with(b.said), (a.meant.touched() & b.meant.touched()).any());
    }
  }
}

TEST(effect, of_ranges_is_exact_where_there_is_room) {
  compare_with_model<4, effects::range>(
      4, /*exact=*/true, [](small_memory& m) { return m.a_range(); });
}

TEST(effect, of_boxes_is_exact_where_there_is_room) {
  compare_with_model<4, effects::box<2>>(
      4, /*exact=*/true, [](small_memory& m) { return m.a_box(0); });
}

TEST(effect, is_never_less_than_what_was_added) {
  compare_with_model<2, effects::range>(
      6, /*exact=*/false, [](small_memory& m) { return m.a_range(); });
  compare_with_model<2, effects::box<2>>(
      6, /*exact=*/false, [](small_memory& m) { return m.a_box(); });
  compare_with_model<2, effects::strided>(
      6, /*exact=*/false, [](small_memory& m) { return m.a_strided(); });
}

TEST(effect, without_room_becomes_a_union_or_everything) {
  const std::vector<int> numbers(100);
  const auto part = [&numbers](std::size_t first, std::size_t last) {
    return effects::range(numbers.data() + first, numbers.data() + last);
  };
  effects::effect<effects::range, 2> one(access::reads, part(0, 10));
  one.add(access::reads, part(50, 60));
  one.add(access::reads, part(70, 80));  // united with the second region, which adds less
  EXPECT_FALSE(one.is_on_everything());
  EXPECT_TRUE(one.interferes_with(effects::writes(part(65, 66))));
  EXPECT_FALSE(one.interferes_with(effects::writes(part(20, 21))));
  one.add(access::writes, part(90, 91));
  EXPECT_TRUE(one.is_on_everything());
}

TEST(effect, parts_that_join_take_one_place) {
  const std::vector<int> numbers(100);
  effects::effect<effects::range, 1> all;
  for (const int& number : numbers) {
    all.add(access::writes, effects::whole(number));
  }
  EXPECT_EQ(all.parts().size(), 1U);
  EXPECT_EQ(all.bytes(), numbers.size() * sizeof(int));
}

TEST(effect, on_everything_interferes_with_all_but_nothing) {
  using effect = effects::effect<effects::range>;
  const int object = 0;
  const effect everything = effect::on_everything();
  EXPECT_TRUE(everything.interferes_with(everything));
  EXPECT_TRUE(everything.interferes_with(effects::reads(effects::whole(object))));
  EXPECT_TRUE(effects::reads(effects::whole(object)).interferes_with(everything));
  EXPECT_FALSE(everything.interferes_with(effect()));
  EXPECT_TRUE(everything.covers(effects::writes(effects::whole(object))));
  EXPECT_FALSE(effects::writes(effects::whole(object)).covers(everything));
  EXPECT_TRUE((everything + effect()).is_on_everything());
  EXPECT_TRUE(effect().empty());
  EXPECT_FALSE(everything.empty());
}

TEST(effect, of_a_sum_has_room_for_all) {
  const int data[12] = {};
  const auto at = [&data](std::size_t i) {
    return effects::reads(effects::range(data + i, data + i + 1));
  };
  const auto six = at(0) + at(2) + at(4) + at(6) + at(8) + at(10);
  const effects::effect<effects::range, 8> kept = six;
  const effects::effect<effects::range, 4> coarser = six;
  for (std::size_t i = 1; i < 12; i += 2) {
    const auto between = effects::writes(effects::range(data + i, data + i + 1));
    EXPECT_FALSE(six.interferes_with(between));
    EXPECT_FALSE(kept.interferes_with(between));
  }
  EXPECT_TRUE(coarser.interferes_with(effects::writes(effects::range(data, data + 12))));
  EXPECT_EQ(kept.parts().size(), 6U);
  EXPECT_EQ(coarser.parts().size(), 4U);
}

TEST(effect, of_other_room_says_the_same) {
  const std::array<int, 3> numbers{};
  effects::effect<effects::range, 4> large(access::reads, effects::whole(numbers[0]));
  large.add(access::writes, effects::whole(numbers[2]));
  const effects::effect<effects::range, 8> larger = large;
  const effects::effect<effects::range, 2> small(larger);
  EXPECT_EQ(larger.parts().size(), 2U);
  EXPECT_TRUE(small.interferes_with(effects::reads(effects::whole(numbers[2]))));
  EXPECT_FALSE(small.interferes_with(effects::reads(effects::whole(numbers[0]))));
}

TEST(effect, of_different_kinds_of_regions) {
  std::vector<int> numbers(64);
  const effects::array_view<int, 2> view(numbers.data(), {8, 8});
  const auto row = effects::writes(view.part(effects::interval{2, 3}, effects::interval{0, 8}));
  EXPECT_TRUE(row.interferes_with(effects::reads(effects::whole(numbers[17]))));
  EXPECT_FALSE(row.interferes_with(effects::reads(effects::whole(numbers[15]))));
}

// A five-point stencil: each block reads the blocks around it in one array, except for the corners,
// and writes another array.
TEST(effect, of_several_regions_is_that_of_each) {
  const std::array<int, 9> data{};
  const auto part = [&data](std::size_t first, std::size_t last) {
    return effects::range(data.data() + first, data.data() + last);
  };
  const auto read = effects::reads(part(0, 2), part(4, 6), part(8, 9));
  const auto written = effects::writes(part(1, 2), part(6, 7));
  const auto added = effects::accumulates(part(3, 4), part(5, 6));
  EXPECT_EQ(read.parts().size(), 3U);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto writes = effects::writes(part(i, i + 1));
    const auto reads = effects::reads(part(i, i + 1));
    EXPECT_EQ(writes.interferes_with(read), i < 2 || i == 4 || i == 5 || i == 8) << i;
    EXPECT_EQ(reads.interferes_with(written), i == 1 || i == 6) << i;
    EXPECT_EQ(reads.interferes_with(added), i == 3 || i == 5) << i;
  }
  EXPECT_FALSE(read.interferes_with(read));
  EXPECT_FALSE(added.interferes_with(added));
}

TEST(effect, of_a_stencil) {
  std::vector<double> from(64);
  std::vector<double> to(64);
  const effects::array_view<double, 2> a(from.data(), {8, 8});
  const effects::array_view<double, 2> b(to.data(), {8, 8});
  const auto step =
      [](const auto& in, const auto& out, effects::interval rows, effects::interval columns) {
        auto made = effects::writes(out.part(rows, columns));
        made.add(access::reads, in.part(rows.grown(1), columns));
        made.add(access::reads, in.part(rows, columns.grown(1)));
        return made;
      };
  const auto first = step(a, b, {0, 4}, {0, 4});
  EXPECT_TRUE(first.interferes_with(step(b, a, {0, 4}, {0, 4})));   // next step, same block
  EXPECT_TRUE(first.interferes_with(step(b, a, {4, 8}, {0, 4})));   // next step, block below
  EXPECT_FALSE(first.interferes_with(step(b, a, {4, 8}, {4, 8})));  // not in the diagonal block
  EXPECT_FALSE(first.interferes_with(step(a, b, {0, 4}, {4, 8})));  // nor within one step
  EXPECT_TRUE(first.shares_data_with(step(a, b, {0, 4}, {4, 8})));
}

}  // namespace
}  // namespace nuthatch::testing
