// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/multigrid_steps.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

#include "workloads/kernels/mix.hpp"
#include "workloads/kernels/periodic_grid.hpp"

namespace nuthatch::workloads {
namespace {

constexpr std::size_t n = 8;

periodic_grid arbitrary(std::size_t size, std::uint64_t seed) {
  periodic_grid grid(size);
  for (std::size_t row = 0; row < size * size; ++row) {
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t bits = mix(seed + row * size + i);
      grid.row(row / size, row % size)[i] = static_cast<double>(bits) * 0x1p-63 - 1;
    }
    grid.close_row(row / size, row % size);
  }
  return grid;
}

double at(const periodic_grid& grid, std::size_t plane, std::size_t row, std::size_t i) {
  return grid.row(plane, row)[i & (grid.size() - 1)];
}

/// Returns the weighted sum over a point and its 26 neighbours, added one by one.
double weighted(const periodic_grid& grid,
                std::size_t plane,
                std::size_t row,
                std::size_t i,
                const std::array<double, 4>& weights) {
  double sum = 0;
  for (int neighbour = 0; neighbour < 27; ++neighbour) {
    const int dz = neighbour / 9 - 1;
    const int dy = neighbour / 3 % 3 - 1;
    const int dx = neighbour % 3 - 1;
    const int apart = std::abs(dx) + std::abs(dy) + std::abs(dz);
    sum += weights[static_cast<std::size_t>(apart)] * at(grid,
                                                         plane + static_cast<std::size_t>(dz),
                                                         row + static_cast<std::size_t>(dy),
                                                         i + static_cast<std::size_t>(dx));
  }
  return sum;
}

using expected_point = std::function<double(std::size_t, std::size_t, std::size_t)>;

/// Checks the points, and that the rows are closed.
void expect_grid(const periodic_grid& grid, const expected_point& expected) {
  for (std::size_t plane = 0; plane < grid.size(); ++plane) {
    for (std::size_t row = 0; row < grid.size(); ++row) {
      for (std::size_t i = 0; i < grid.size(); ++i) {
        EXPECT_NEAR(at(grid, plane, row, i), expected(plane, row, i), 1e-14);
      }
    }
  }
  periodic_grid closed = grid;
  for (std::size_t row = 0; row < grid.size() * grid.size(); ++row) {
    closed.close_row(row / grid.size(), row % grid.size());
  }
  EXPECT_TRUE(closed == grid);
}

TEST(multigrid_steps, residual_is_the_right_side_less_the_operator) {
  const periodic_grid right = arbitrary(n, 1);
  const periodic_grid solution = arbitrary(n, 1'000'000);
  periodic_grid residual(n);
  compute_residual(residual, right, solution, 0, n);
  expect_grid(residual, [&](std::size_t plane, std::size_t row, std::size_t i) {
    return at(right, plane, row, i) -
           weighted(solution, plane, row, i, {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12});
  });
  periodic_grid in_place = right;
  compute_residual(in_place, in_place, solution, 0, n);
  EXPECT_TRUE(in_place == residual);
}

TEST(multigrid_steps, smoothing_adds_weighted_residuals) {
  const periodic_grid before = arbitrary(n, 1);
  const periodic_grid residual = arbitrary(n, 1'000'000);
  periodic_grid after = before;
  smooth(after, residual, 0, n);
  expect_grid(after, [&](std::size_t plane, std::size_t row, std::size_t i) {
    return at(before, plane, row, i) +
           weighted(residual, plane, row, i, {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0});
  });
}

TEST(multigrid_steps, a_coarse_grid_gets_weighted_sums_around_odd_points) {
  const periodic_grid fine = arbitrary(n, 1);
  periodic_grid coarse(n / 2);
  coarsen(coarse, fine, 0, n / 2);
  expect_grid(coarse, [&](std::size_t plane, std::size_t row, std::size_t i) {
    return weighted(fine, 2 * plane + 1, 2 * row + 1, 2 * i + 1, {0.5, 0.25, 0.125, 0.0625});
  });
}

// A coarse point counts in full at its own place, and by half at a distance of one in each
// direction.
TEST(multigrid_steps, interpolation_adds_hats_around_odd_points) {
  const periodic_grid before = arbitrary(n, 1);
  for (const std::size_t place : {0U, 2U, 3U}) {
    periodic_grid coarse(n / 2);
    coarse.row(place, 1)[2] = 8;
    coarse.close_row(place, 1);
    periodic_grid after = before;
    interpolate(after, coarse, 0, n);
    const auto hat = [](std::size_t index, std::size_t centre) {
      const std::size_t distance = (index - (2 * centre + 1)) % n;
      return distance == 0 ? 1.0 : distance == 1 || distance == n - 1 ? 0.5 : 0.0;
    };
    expect_grid(after, [&](std::size_t plane, std::size_t row, std::size_t i) {
      return at(before, plane, row, i) + 8 * hat(plane, place) * hat(row, 1) * hat(i, 2);
    });
  }
}

TEST(multigrid_steps, work_on_two_points_along_an_edge) {
  const periodic_grid fine = arbitrary(2, 1);
  const periodic_grid right = arbitrary(2, 100);
  periodic_grid residual(2);
  compute_residual(residual, right, fine, 0, 2);
  expect_grid(residual, [&](std::size_t plane, std::size_t row, std::size_t i) {
    return at(right, plane, row, i) -
           weighted(fine, plane, row, i, {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12});
  });
}

TEST(multigrid_steps, can_be_taken_in_pieces) {
  const periodic_grid coarse = arbitrary(n / 2, 1);
  const periodic_grid residual = arbitrary(n, 1000);
  periodic_grid whole(n);
  interpolate(whole, coarse, 0, n);
  smooth(whole, residual, 0, n);
  periodic_grid pieces(n);
  interpolate(pieces, coarse, 5, 8);
  interpolate(pieces, coarse, 0, 5);
  smooth(pieces, residual, 1, 8);
  smooth(pieces, residual, 0, 1);
  EXPECT_TRUE(whole == pieces);
}

TEST(multigrid_steps, squares_are_those_of_a_plane) {
  periodic_grid grid(4);
  grid.row(1, 0)[0] = 3;
  grid.row(1, 3)[3] = 4;
  grid.row(2, 3)[3] = 5;
  for (std::size_t row = 0; row < 16; ++row) {
    grid.close_row(row / 4, row % 4);
  }
  EXPECT_EQ(sum_of_squares(grid, 0), 0.0);
  EXPECT_EQ(sum_of_squares(grid, 1), 25.0);
  EXPECT_EQ(sum_of_squares(grid, 2), 25.0);
}

}  // namespace
}  // namespace nuthatch::workloads
