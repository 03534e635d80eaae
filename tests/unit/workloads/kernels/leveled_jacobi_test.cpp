// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/leveled/jacobi.hpp"

namespace nuthatch::workloads {
namespace {

using effects::interval;

/// Returns what a kernel computes from random numbers, all of which may affect the result.
std::vector<double> result_of(jacobi_kernel* kernel,
                              const std::array<std::ptrdiff_t, 3>& strides,
                              const std::array<interval, 3>& cells) {
  constexpr std::size_t size = 4'000;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> from(size);
  for (double& each : from) {
    each = any(random);
  }
  std::vector<double> to(size, 5);
  kernel(from.data(), to.data(), strides.data(), cells.data());
  return to;
}

template <class Levels>
void expect_the_same(const Levels& levels,
                     const std::array<std::ptrdiff_t, 3>& strides,
                     const std::array<interval, 3>& cells) {
  const std::vector<double> expected = result_of(levels[0], strides, cells);
  for (std::size_t level = 1; level < kernel_levels(); ++level) {
    EXPECT_EQ(result_of(levels.at(level), strides, cells), expected) << "level " << level;
  }
}

TEST(leveled_jacobi, has_the_same_bits_at_every_level_of_this_processor) {
  for (std::ptrdiff_t first = 1; first < 12; ++first) {
    for (std::ptrdiff_t length = 0; length < 40; ++length) {
      const interval row{first, first + length};
      expect_the_same(jacobi_1d_levels, {}, {row});
      expect_the_same(jacobi_2d_levels, {61}, {interval{1, 4}, row});
      expect_the_same(jacobi_3d_levels, {671, 61}, {interval{1, 3}, interval{2, 5}, row});
    }
  }
}

TEST(leveled_jacobi, is_a_mean_of_neighbours) {
  std::vector<double> line{1, 2, 6, 7, 0};
  std::vector<double> to(5, -1);
  const interval cells{1, 4};
  best_kernel(jacobi_1d_levels)(line.data(), to.data(), nullptr, &cells);
  EXPECT_EQ(to[0], -1);
  EXPECT_NEAR(to[1], 3, 1e-15);
  EXPECT_NEAR(to[2], 5, 1e-15);
  EXPECT_NEAR(to[3], 13.0 / 3, 1e-15);
  EXPECT_EQ(to[4], -1);
}

}  // namespace
}  // namespace nuthatch::workloads
