// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/quarter_sort.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workloads/kernels/merge_by_halves.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

/// Calls what may run in parallel from the last to the first, and counts it.
struct backwards {
  std::vector<std::size_t>* joined;
};

void call_backwards() {}

template <class First, class... Rest>
void call_backwards(const First& first, const Rest&... rest) {
  call_backwards(rest...);
  first();
}

template <class... Calls>
void fork_join(backwards policy, const Calls&... calls) {
  policy.joined->push_back(sizeof...(calls));
  call_backwards(calls...);
}

TEST(quarter_sort, sorts_every_short_length_down_to_the_least_pieces) {
  const quarter_sort_limits least{
      quarter_sort_limits::least, quarter_sort_limits::least, quarter_sort_limits::min_insertion};
  for (std::size_t length = 0; length < 200; ++length) {
    number_sorting all(length);
    std::vector<std::int32_t> spare(length);
    sort_by_quarters(in_order, all.numbers(), std::span(spare), least);
    EXPECT_EQ(all.verify(), "") << length;
  }
}

TEST(quarter_sort, does_not_depend_on_the_order_of_what_is_joined) {
  std::vector<std::size_t> joined;
  number_sorting all(10'000);
  std::vector<std::int32_t> spare(all.size());
  sort_by_quarters(backwards{&joined}, all.numbers(), std::span(spare), {100, 50, 20});
  EXPECT_EQ(all.verify(), "");
  EXPECT_GT(joined.size(), 100U);
}

TEST(quarter_sort, joins_nothing_up_to_the_limit) {
  std::vector<std::size_t> joined;
  const auto sort = [&joined](std::size_t limit) {
    joined.clear();
    number_sorting all(1000);
    std::vector<std::int32_t> spare(all.size());
    sort_by_quarters(backwards{&joined}, all.numbers(), std::span(spare), {limit, 1000, 20});
    EXPECT_EQ(all.verify(), "");
  };
  sort(1000);
  EXPECT_THAT(joined, ElementsAre());
  sort(999);  // four quarters and two merges; the last merge is one piece
  EXPECT_THAT(joined, ElementsAre(4, 2));
}

TEST(merge_by_halves, merges_whatever_lengths) {
  std::vector<std::size_t> joined;
  for (std::size_t left = 0; left < 12; ++left) {
    for (std::size_t right = 0; right < 12; ++right) {
      for (const std::int32_t step : {0, 1, 3}) {
        std::vector<std::int32_t> one(left);
        std::vector<std::int32_t> other(right);
        for (std::size_t i = 0; i < left; ++i) {
          one[i] = step * static_cast<std::int32_t>(i);
        }
        for (std::size_t i = 0; i < right; ++i) {
          other[i] = 2 * static_cast<std::int32_t>(i);
        }
        std::vector<std::int32_t> into(left + right, -1);
        merge_by_halves(backwards{&joined},
                        std::span<const std::int32_t>(one),
                        std::span<const std::int32_t>(other),
                        std::span(into),
                        2);
        std::vector<std::int32_t> both = one;
        both.insert(both.end(), other.begin(), other.end());
        EXPECT_EQ(check_sorted(into, fingerprint(both)), "")
            << left << " and " << right << " numbers, step " << step;
      }
    }
  }
  EXPECT_THAT(joined, Each(2U));
}

}  // namespace
}  // namespace nuthatch::workloads
