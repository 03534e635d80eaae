// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/leveled/block_stencil.hpp"

namespace nuthatch::workloads {
namespace {

std::vector<double> result_of(block_stencil_kernel* kernel, std::size_t side) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> from(side * side);
  std::vector<double> halo(4 * side);
  for (std::vector<double>* const each : {&from, &halo}) {
    for (double& number : *each) {
      number = any(random);
    }
  }
  std::vector<double> to(side * side, 5);
  kernel(from.data(), to.data(), halo.data(), static_cast<std::ptrdiff_t>(side));
  return to;
}

TEST(leveled_block_stencil, has_the_same_bits_at_every_level_of_this_processor) {
  for (std::size_t side = 2; side < 70; side += 2) {
    const std::vector<double> expected = result_of(diffuse_block_levels[0], side);
    for (std::size_t level = 1; level < kernel_levels(); ++level) {
      EXPECT_EQ(result_of(diffuse_block_levels.at(level), side), expected) << level;
    }
  }
}

TEST(leveled_block_stencil, takes_a_fifth_of_the_differences) {
  const std::vector<double> from{10, 20, 30, 40};
  const std::vector<double> halo{1, 2, 3, 4, 5, 6, 7, 8};  // west, east, north, south
  std::vector<double> to(4);
  best_kernel(diffuse_block_levels)(from.data(), to.data(), halo.data(), 2);
  constexpr double tolerance = 1e-13;
  EXPECT_NEAR(to[0], 10 + (1 + 20 + 5 + 30 - 40) / 5.0, tolerance);
  EXPECT_NEAR(to[1], 20 + (10 + 3 + 6 + 40 - 80) / 5.0, tolerance);
  EXPECT_NEAR(to[2], 30 + (2 + 40 + 10 + 7 - 120) / 5.0, tolerance);
  EXPECT_NEAR(to[3], 40 + (30 + 4 + 20 + 8 - 160) / 5.0, tolerance);
}

}  // namespace
}  // namespace nuthatch::workloads
