// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/red_black_grid.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace nuthatch::workloads {

namespace {

constexpr double omega = 1.25;  // as in the Java Grande benchmark

double angle(std::size_t half_waves, std::size_t index, std::size_t points) {
  return std::numbers::pi * static_cast<double>(half_waves * index) /
         static_cast<double>(points - 1);
}

std::vector<double> sines(std::size_t half_waves, std::size_t points) {
  std::vector<double> along(points);
  for (std::size_t i = 1; i + 1 < points; ++i) {
    along[i] = std::sin(angle(half_waves, i, points));
  }
  return along;
}

}  // namespace

red_black_grid::red_black_grid(std::size_t size) : size_(size), values_(size * size) {
  start();
}

void red_black_grid::start() {
  const relaxed_waves waves(size_, 0);
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < size_; ++column) {
      values_[row * size_ + column] = static_cast<float>(waves.at(row, column));
    }
  }
}

void red_black_grid::relax_rows(grid_colour colour, std::size_t first, std::size_t last) noexcept {
  constexpr float of_neighbours = omega / 4;
  constexpr float of_itself = 1 - omega;
  const std::size_t parity = colour == grid_colour::red ? 0 : 1;
  for (std::size_t row = first; row < last; ++row) {
    float* const here = values_.data() + row * size_;
    const float* const above = here - size_;
    const float* const below = here + size_;
    for (std::size_t column = 1 + (row + 1 + parity) % 2; column + 1 < size_; column += 2) {
      here[column] = of_neighbours *
                         ((above[column] + below[column]) + (here[column - 1] + here[column + 1])) +
                     of_itself * here[column];
    }
  }
}

/// The second and third wave are short, so that the steps change them visibly for any size of the
/// grid.
relaxed_waves::relaxed_waves(std::size_t size, std::size_t steps) {
  waves_.push_back(relax({1, 1, 100}, size, steps));
  waves_.push_back(relax({1 + size / 40, 1 + size / 50, 40}, size, steps));
  waves_.push_back(relax({1 + size / 8, 1 + size / 10, 20}, size, steps));
}

relaxed_waves::wave relaxed_waves::relax(const start_of_wave& start,
                                         std::size_t size,
                                         std::size_t steps) {
  wave relaxed{sines(start.down, size), sines(start.across, size), start.height, start.height};
  const double mean =
      (std::cos(angle(start.down, 1, size)) + std::cos(angle(start.across, 1, size))) / 2;
  for (std::size_t step = 0; step < steps; ++step) {
    relaxed.red += omega * (mean * relaxed.black - relaxed.red);
    relaxed.black += omega * (mean * relaxed.red - relaxed.black);
  }
  return relaxed;
}

double relaxed_waves::at(std::size_t row, std::size_t column) const noexcept {
  double sum = 0;
  for (const wave& part : waves_) {
    const double height = (row + column) % 2 == 0 ? part.red : part.black;
    sum += height * part.down[row] * part.across[column];
  }
  return sum;
}

}  // namespace nuthatch::workloads
