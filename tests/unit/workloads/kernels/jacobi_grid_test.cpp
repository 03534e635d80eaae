// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/jacobi_grid.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

TEST(sine_wave, is_a_sine) {
  for (const std::size_t points : {1U, 2U, 1'023U, 5'000U}) {
    for (const std::size_t half_waves : {1U, 2U, 7U}) {
      const sine_wave wave(half_waves, points);
      for (std::size_t i = 0; i <= points + 1; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(points + 1);
        EXPECT_NEAR(
            wave(i), std::sin(std::numbers::pi * static_cast<double>(half_waves) * share), 1e-13);
      }
      EXPECT_NEAR(wave(0) + wave(2), 2 * wave.neighbours() * wave(1), 1e-15);
    }
  }
}

template <std::size_t D>
void expect_to_follow_the_waves(const jacobi_problem<D>& given) {
  jacobi_grid<D> grid(given);
  grid.start();
  for (std::size_t k = 0; k < grid.sweeps(); ++k) {
    grid.at(k).run(grid.cells());
  }
  EXPECT_EQ(grid.check(), "");
  grid.start();
  EXPECT_NE(grid.check(), "");
  for (std::size_t k = 1; k < grid.sweeps(); ++k) {
    grid.at(k).run(grid.cells());
  }
  EXPECT_NE(grid.check(), "") << "without the first step";
}

TEST(jacobi_grid, follows_what_the_waves_become) {
  expect_to_follow_the_waves<1>({{1}, 4, true});
  expect_to_follow_the_waves<1>({{5'000}, 51, true});
  expect_to_follow_the_waves<2>({{37, 61}, 20, true});
  expect_to_follow_the_waves<2>({{1, 61}, 21, true});
  expect_to_follow_the_waves<3>({{9, 17, 12}, 10, true});
}

TEST(jacobi_grid, does_nothing_with_empty_kernels) {
  jacobi_grid<2> grid({{10, 10}, 3, false});
  grid.start();
  const auto before = grid.result();
  grid.at(0).run(grid.cells());
  EXPECT_EQ(grid.result(), before);
}

}  // namespace
}  // namespace nuthatch::workloads
