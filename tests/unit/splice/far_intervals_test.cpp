// SPDX-License-Identifier: Apache-2.0

// Intervals near the smallest and the largest index, and unbounded halos.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>
#include <nuthatch/splice.hpp>

namespace nuthatch {
namespace {

using effects::array_view;
using effects::interval;
using effect = effects::effect<effects::box<1>>;

constexpr std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::min();
constexpr std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();

TEST(far_intervals_test, a_halo_ends_at_the_last_index_there_is) {
  static_assert(interval{3, 5}.grown(most) == interval{3 - most, most});
  static_assert(interval{-3, 5}.grown(most) == interval{least, most});
  static_assert(interval{least + 2, most - 2}.grown(3) == interval{least, most});
  static_assert(interval{3, 9}.grown(-2) == interval{5, 7});
  static_assert(interval{3, 5}.grown(least) == interval{most, least + 5});
  static_assert(effects::extent{3, 5}.grown(4) == effects::extent{0, 9});
  static_assert(effects::extent{3, UINTPTR_MAX - 1}.grown(4) == effects::extent{0, UINTPTR_MAX});
}

TEST(far_intervals_test, the_size_of_every_interval_can_be_told) {
  static_assert(interval{least, most}.size() == std::numeric_limits<std::size_t>::max());
  static_assert(interval{most, least}.size() == 0);
  static_assert(interval{-2, 3}.size() == 5);
}

TEST(far_intervals_test, an_unbounded_halo_is_the_whole_array) {
  std::array<double, 40> numbers{};
  const array_view<double, 2> view(numbers.data(), {8, 5});
  EXPECT_EQ(view.part(interval{2, 3}.grown(most), interval{4, 5}.grown(most)).sides(),
            view.all().sides());
}

TEST(far_intervals_test, a_box_without_bounds_lies_in_all_of_memory) {
  const double number = 0;
  const effects::box<2> all(
      &number, {40, 8}, sizeof number, {interval{least, most}, interval{least, most}});
  EXPECT_EQ(all.bytes(), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(all.within().first, 0U);
  EXPECT_GT(all.within().last, reinterpret_cast<std::uintptr_t>(&number) + most - 1);
  EXPECT_TRUE(all.overlaps(effects::box<2>(&number, {8, 8}, sizeof number, {{{0, 1}, {0, 1}}})));
}

/// A step over indices near a limit. It computes a few elements from `begin` on, each from its
/// neighbours.
struct far_step {
  array_view<long, 1> from;
  array_view<long, 1> to;
  std::ptrdiff_t begin;
  std::ptrdiff_t slice;

  [[nodiscard]] interval local(interval part) const {
    return {part.first - begin, part.last - begin};
  }

  [[nodiscard]] effect touches(interval part) const {
    return effects::reads(from.part(local(part).grown(1))) + effects::writes(to.part(local(part)));
  }

  void operator()(declarations<effect>& now, interval all) const {
    now.step(
        all,
        slice,
        [step = *this](interval part) { return step.touches(part); },
        [step = *this](interval part) { step.run(step.local(part)); });
  }

  void run(interval part) const {
    for (std::ptrdiff_t i = part.first; i != part.last; ++i) {
      const long left = i > 0 ? from(i - 1) : 1;
      const long right = i + 1 < from.size(0) ? from(i + 1) : 2;
      to(i) = left + 3 * from(i) + right;
    }
  }
};

using numbers = std::vector<long>;

/// Returns the numbers after six steps over as many indices as there are numbers.
numbers stepped(std::ptrdiff_t begin, std::ptrdiff_t slice, bool spliced, splice_counts* counts) {
  numbers a(40, 1);
  numbers b(40, 0);
  const auto size = static_cast<std::ptrdiff_t>(a.size());
  const array_view<long, 1> views[2] = {{a.data(), {size}}, {b.data(), {size}}};
  const interval all{begin, begin + size};
  const auto all_steps = [&](auto&& call) {
    for (int t = 0; t < 6; ++t) {
      call(far_step{views[t % 2], views[1 - t % 2], begin, slice});
    }
  };
  if (spliced) {
    *counts = try_splice<effect>(
        6, [&](auto& now) { all_steps([&](const far_step& step) { now.call(step, all); }); });
  } else {
    all_steps([&](const far_step& step) { step.run(step.local(all)); });
  }
  return a;
}

TEST(far_intervals_test, steps_at_both_ends_of_the_indices_come_to_what_plain_ones_do) {
  for (const std::ptrdiff_t begin : {least, least + 1, most - 40, most - 41}) {
    for (const std::ptrdiff_t slice : {std::ptrdiff_t{1}, std::ptrdiff_t{7}, most}) {
      splice_counts counts;
      const numbers plain = stepped(begin, slice, /*spliced=*/false, nullptr);
      EXPECT_EQ(stepped(begin, slice, true, &counts), plain) << begin << " by " << slice;
      if (slice == 7) {
        EXPECT_GT(counts.switches, 6U) << "was not interleaved";
      }
    }
  }
}

/// A step over all possible indices. It records its parts.
struct endless_step {
  std::vector<interval>* parts;
  array_view<long, 1> data;
  std::ptrdiff_t slice;

  [[nodiscard]] effect touches(interval part) const {
    return effects::writes(data.part(part.grown(most)));
  }

  void operator()(declarations<effect>& now, interval all) const {
    now.step(
        all,
        slice,
        [step = *this](interval part) { return step.touches(part); },
        [step = *this](interval part) { step.parts->push_back(part); });
  }
};

TEST(far_intervals_test, steps_over_all_indices_run_in_order_and_leave_none_out) {
  long number = 0;
  for (const std::ptrdiff_t slice : {most / 4, most}) {
    std::vector<interval> parts;
    const array_view<long, 1> data(&number, {1});
    try_splice<effect>(2, [&](auto& now) {
      now.call(endless_step{&parts, data, slice}, interval{least, most});
      now.call(endless_step{&parts, data, slice}, interval{least, most});
    });
    std::ptrdiff_t next = least;
    unsigned finished = 0;
    for (const interval& part : parts) {
      EXPECT_EQ(part.first, next);
      EXPECT_GT(part.last, part.first);
      next = part.last == most ? least : part.last;
      finished += part.last == most ? 1 : 0;
    }
    EXPECT_EQ(finished, 2U);
    EXPECT_EQ(next, least);
  }
}

}  // namespace
}  // namespace nuthatch
