// SPDX-License-Identifier: Apache-2.0

// Algorithms that count, compared with those of std::ranges.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class count_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(count_test, {1, 2, 8});

TEST_P(count_test, counts_what_std_counts) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const std::vector<int> all = testing::numbers(n, 4);
      const auto is_odd = [](int each) {
        return each % 2 != 0;
      };
      EXPECT_EQ(count(how, all, 3), std::ranges::count(all, 3));
      EXPECT_EQ(count(how, all.begin(), all.end(), -2, std::negate<>()),
                std::ranges::count(all, 2));
      EXPECT_EQ(count_if(how, all, is_odd), std::ranges::count_if(all, is_odd));
      EXPECT_EQ(count_if(how, all.begin(), all.end(), is_odd), std::ranges::count_if(all, is_odd));
    }
  });
}

}  // namespace
}  // namespace nuthatch
