// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

#include "effects/drawn_regions.hpp"

namespace nuthatch::testing {
namespace {

using bytes = small_memory::bytes;

constexpr int pairs = 20'000;

/// Checks what holds for regions of any kind, by comparing them with sets of bytes.
template <class R>
void expect_sound(const small_memory::drawn<R>& a, const small_memory::drawn<R>& b) {
  const bool meet = (a.set & b.set).any();
  EXPECT_TRUE(!meet || a.where.overlaps(b.where));
  EXPECT_EQ(a.where.overlaps(b.where), b.where.overlaps(a.where));
  EXPECT_EQ(a.where.empty(), a.set.none());
  EXPECT_EQ(a.where.bytes(), a.set.count());
  EXPECT_TRUE(!a.where.covers(b.where) || (b.set & ~a.set).none());
  EXPECT_TRUE(a.where.covers(a.where));
  if (!a.where.unites(b.where)) {
    EXPECT_FALSE(a.where.joins(b.where));
    return;
  }
  const R both = a.where.united(b.where);
  EXPECT_TRUE(both.covers(a.where));
  EXPECT_TRUE(both.covers(b.where));
  if (a.where.joins(b.where)) {
    EXPECT_EQ(both.bytes(), (a.set | b.set).count());
  }
}

/// Checks what also holds for regions whose comparisons are exact.
template <class R>
void expect_exact(const small_memory::drawn<R>& a, const small_memory::drawn<R>& b) {
  expect_sound(a, b);
  EXPECT_EQ(a.where.overlaps(b.where), (a.set & b.set).any());
  EXPECT_EQ(a.where.covers(b.where), (b.set & ~a.set).none());
}

TEST(region, ranges_are_exact) {
  with_pairs(pairs, [](small_memory& memory) { expect_exact(memory.a_range(), memory.a_range()); });
}

TEST(region, strided_ones_of_equal_strides_are_exact) {
  with_pairs(pairs, [](small_memory& memory) {
    const std::size_t stride = 2 + memory.below(6);
    const auto a = memory.a_strided(stride);
    const auto b = memory.a_strided(stride);
    expect_sound(a, b);
    EXPECT_EQ(a.where.overlaps(b.where), (a.set & b.set).any());
  });
}

TEST(region, strided_ones_are_sound) {
  with_pairs(pairs,
             [](small_memory& memory) { expect_sound(memory.a_strided(), memory.a_strided()); });
}

TEST(region, boxes_of_one_array_are_exact) {
  with_pairs(pairs, [](small_memory& memory) {
    const std::size_t array = memory.below(3);
    expect_exact(memory.a_box(array), memory.a_box(array));
  });
}

TEST(region, boxes_are_sound) {
  with_pairs(pairs, [](small_memory& memory) { expect_sound(memory.a_box(), memory.a_box()); });
}

TEST(region, of_different_kinds_overlap_where_extents_do) {
  with_pairs(pairs, [](small_memory& memory) {
    const auto range = memory.a_range();
    const auto box = memory.a_box();
    const auto strided = memory.a_strided();
    EXPECT_TRUE((range.set & box.set).none() || effects::overlap(range.where, box.where));
    EXPECT_TRUE((range.set & strided.set).none() || effects::overlap(strided.where, range.where));
    // An extent begins and ends with the region: overlapping a single byte at its end suffices.
    if (box.set.any()) {
      const effects::extent all = box.where.within();
      EXPECT_TRUE(effects::overlap(box.where, effects::range({all.last - 1, all.last})));
      EXPECT_FALSE(effects::overlap(box.where, effects::range({all.last, all.last + 1})));
      EXPECT_FALSE(effects::overlap(box.where, effects::range({all.first - 1, all.first})));
    }
  });
}

TEST(region, mixed_ones_ask_those_of_their_kind) {
  using either = effects::mixed<effects::range, effects::box<2>>;
  with_pairs(pairs, [](small_memory& memory) {
    const auto draw = [&memory]() -> small_memory::drawn<either> {
      if (memory.below(2) == 0) {
        const auto one = memory.a_range();
        return {one.where, one.set};
      }
      const auto one = memory.a_box();
      return {one.where, one.set};
    };
    expect_sound(draw(), draw());
  });
}

TEST(region, without_extent_overlaps_every_other_kind) {
  const int object = 0;
  EXPECT_TRUE(effects::overlap(effects::key_range(&object, 0, 1), effects::whole(object)));
  EXPECT_TRUE(effects::overlap(effects::whole(object), effects::key_range(&object, 0, 1)));
}

TEST(region, whole_objects_and_spans) {
  const std::vector<long> numbers(10);
  const std::span<const long> all(numbers);
  EXPECT_EQ(effects::whole(numbers[3]).bytes(), sizeof(long));
  EXPECT_EQ(effects::range(all).bytes(), 10 * sizeof(long));
  EXPECT_TRUE(effects::range(all).covers(effects::whole(numbers[3])));
  EXPECT_FALSE(effects::range(all.first(3)).overlaps(effects::whole(numbers[3])));
}

TEST(region, ranges_of_all_elements) {
  std::vector<long> numbers(10);
  const std::array<short, 3> few{};
  const char letters[5]{};  // NOLINT(*-avoid-c-arrays)
  EXPECT_EQ(effects::range(numbers).bytes(), 10 * sizeof(long));
  EXPECT_TRUE(effects::range(numbers).covers(effects::whole(numbers[9])));
  EXPECT_EQ(effects::range(few).bytes(), 3 * sizeof(short));
  EXPECT_EQ(effects::whole(few).bytes(), 3 * sizeof(short));
  EXPECT_EQ(effects::range(letters).bytes(), 5U);
  EXPECT_EQ(effects::whole(letters).bytes(), 5U);
  numbers.clear();
  EXPECT_TRUE(effects::range(numbers).empty());
}

template <class T>
constexpr bool has_whole = requires { effects::whole(std::declval<T>()); };

static_assert(has_whole<double&> && has_whole<const double&>);
static_assert(!has_whole<double> && !has_whole<double*>, "of something that ends at once");

TEST(region, range_of_a_view_has_what_lies_between_rows) {
  std::vector<long> numbers(20);
  const effects::array_view<long, 2> all(numbers.data(), {4, 5});
  EXPECT_EQ(effects::range(all).bytes(), 20 * sizeof(long));
  const effects::array_view<long, 2> part(numbers.data() + 1, {3, 2}, 5);
  EXPECT_EQ(effects::range(part).bytes(), 12 * sizeof(long));
}

TEST(region, every_other_element) {
  const std::vector<long> numbers(9);
  const long* const first = numbers.data();
  const long* const last = first + numbers.size();
  const auto even = effects::strided::elements(first, last, 2);
  const auto odd = effects::strided::elements(first + 1, last, 2);
  EXPECT_EQ(even.bytes(), 5 * sizeof(long));
  EXPECT_EQ(odd.bytes(), 4 * sizeof(long));
  EXPECT_FALSE(even.overlaps(odd));
  EXPECT_TRUE(even.overlaps(even));
  EXPECT_TRUE(effects::strided::elements(last, first, 2).empty());
}

TEST(region, views_give_elements_by_index) {
  std::vector<int> numbers(std::size_t{4} * 5 * 6);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<int>(i);
  }
  const effects::array_view<int, 3> view(numbers.data(), {4, 5, 6});
  EXPECT_EQ(view(0, 0, 0), 0);
  EXPECT_EQ(view(1, 2, 3), (1 * 5 + 2) * 6 + 3);
  EXPECT_EQ(view.size(1), 5);
  EXPECT_EQ(view.all().bytes(), numbers.size() * sizeof(int));

  // Rows of four elements, with a pitch of six.
  const effects::array_view<int, 2> left(numbers.data(), {20, 4}, 6);
  EXPECT_EQ(left(2, 3), 2 * 6 + 3);
  EXPECT_EQ(left.all().bytes(), std::size_t{20} * 4 * sizeof(int));
}

TEST(region, parts_end_at_the_edges_of_their_array) {
  std::vector<int> numbers(std::size_t{8} * 8);
  const effects::array_view<int, 2> view(numbers.data(), {8, 8});
  const effects::interval rows{0, 4};
  const effects::interval columns{4, 8};
  const effects::box<2> around = view.part(rows.grown(1), columns.grown(1));
  EXPECT_EQ(around.sides()[0], (effects::interval{0, 5}));
  EXPECT_EQ(around.sides()[1], (effects::interval{3, 8}));
}

}  // namespace
}  // namespace nuthatch::testing
