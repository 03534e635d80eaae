// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/seidel_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

/// A number from 0 to 1, without a pattern that sweeps would preserve.
double start_of(std::ptrdiff_t row, std::ptrdiff_t column) {
  constexpr std::ptrdiff_t prime = 1'009;
  return static_cast<double>((row * 389 + column * 113 + row * column % 97) % prime) / prime;
}

/// Replaces each inner cell by the mean of the nine cells around it, row by row.
void average_neighbours(std::vector<std::vector<double>>& grid) {
  for (std::size_t i = 1; i + 1 < grid.size(); ++i) {
    for (std::size_t j = 1; j + 1 < grid[i].size(); ++j) {
      double sum = 0;
      for (std::size_t row = i - 1; row <= i + 1; ++row) {
        sum += grid[row][j - 1] + grid[row][j] + grid[row][j + 1];
      }
      grid[i][j] = sum / 9;
    }
  }
}

}  // namespace

seidel_grid::seidel_grid(const problem& given)
    : problem_(given),
      kernel_(best_kernel(seidel_2d_levels)),
      together_(best_kernel(seidel_2d_together_levels)),
      row_(given.columns + 2),
      cells_(static_cast<std::size_t>((given.rows + 2) * row_)) {
  if (!given.computes) {
    kernel_ = [](double*, std::ptrdiff_t, effects::interval, effects::interval) {
    };
    together_ = [](double*,
                   std::ptrdiff_t,
                   const std::ptrdiff_t*,
                   std::ptrdiff_t,
                   std::ptrdiff_t,
                   effects::interval) {
    };
  }
}

void seidel_grid::start() {
  for (std::ptrdiff_t i = 0; i < problem_.rows + 2; ++i) {
    for (std::ptrdiff_t j = 0; j < row_; ++j) {
      cells_[static_cast<std::size_t>(i * row_ + j)] = start_of(i, j);
    }
  }
}

std::string seidel_grid::check() const {
  constexpr double tolerance = 1e-12;  // of values up to 1
  constexpr std::ptrdiff_t checked = 8;
  // Cells below these rows do not influence those that are checked.
  const auto rows = std::min(problem_.rows, checked + static_cast<std::ptrdiff_t>(problem_.steps));
  std::vector<std::vector<double>> grid(static_cast<std::size_t>(rows) + 2);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    for (std::ptrdiff_t j = 0; j < row_; ++j) {
      grid[i].push_back(start_of(static_cast<std::ptrdiff_t>(i), j));
    }
  }
  for (std::size_t step = 0; step < problem_.steps; ++step) {
    average_neighbours(grid);
  }
  for (std::size_t i = 1; i <= static_cast<std::size_t>(std::min(rows, checked)); ++i) {
    for (std::size_t j = 1; j + 1 < grid[i].size(); ++j) {
      const double found = cells_[i * static_cast<std::size_t>(row_) + j];
      if (!(std::abs(found - grid[i][j]) <= tolerance)) {
        return message(
            "row ", i, ", column ", j, ": expected about ", grid[i][j], ", found ", found);
      }
    }
  }
  return {};
}

std::string seidel_grid::answer() const {
  double sum = 0;
  for (const double each : cells_) {
    sum += each * each;
  }
  return message("mean square ", sum / static_cast<double>(cells_.size()));
}

}  // namespace nuthatch::workloads
