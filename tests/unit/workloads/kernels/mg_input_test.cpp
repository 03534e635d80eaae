// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/mg_input.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/nas_random.hpp"
#include "workloads/kernels/periodic_grid.hpp"

namespace nuthatch::workloads {
namespace {

// Each charge is at the place of one of the ten largest or smallest numbers: fewer than ten others
// are larger, or smaller.
TEST(mg_charges, lie_at_the_ten_largest_and_smallest_numbers) {
  constexpr std::size_t n = 8;
  const periodic_grid subject = mg_charges(n);
  nas_random numbers;
  std::vector<double> drawn(n * n * n);
  std::ranges::generate(drawn, [&] { return numbers.next(); });
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const auto larger = std::ranges::count_if(drawn, [&](double d) { return d > drawn[i]; });
    const auto smaller = std::ranges::count_if(drawn, [&](double d) { return d < drawn[i]; });
    const double expected = larger < 10 ? 1 : smaller < 10 ? -1 : 0;
    EXPECT_EQ(subject.row(i / (n * n), i / n % n)[i % n], expected) << i;
  }
}

TEST(mg_charges, rows_are_closed) {
  periodic_grid subject = mg_charges(8);
  const periodic_grid before = subject;
  for (std::size_t i = 0; i < 64; ++i) {
    subject.close_row(i / 8, i % 8);
  }
  EXPECT_TRUE(subject == before);
}

TEST(mg_classes, are_the_official_ones) {
  ASSERT_EQ(mg_classes().size(), 3U);
  EXPECT_EQ(mg_classes()[0].name, "S");
  EXPECT_EQ(mg_classes()[1].name, "W");
  EXPECT_EQ(mg_classes()[2].name, "A");
}

}  // namespace
}  // namespace nuthatch::workloads
