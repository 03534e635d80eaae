#include "workloads/kernels/heated_plate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

namespace nuthatch::workloads {

namespace {

/// A wave over the plate, in half waves along a column and along a row.
struct wave {
  double down;
  double across;
  double height;
};

constexpr std::array<wave, 3> waves{{{1, 1, 100}, {2, 3, 40}, {5, 2, 10}}};

double angle(double half_waves, std::size_t index, std::size_t points) {
  return std::numbers::pi * half_waves * static_cast<double>(index) /
         static_cast<double>(points - 1);
}

/// Adds the wave to `points`, a plate row by row. The sines along a row are computed once for all
/// rows: a large plate has tens of millions of points.
void add_wave(const wave& part, std::size_t rows, std::size_t columns, std::span<double> points) {
  std::vector<double> along_row(columns);
  for (std::size_t column = 1; column + 1 < columns; ++column) {
    along_row[column] = part.height * std::sin(angle(part.across, column, columns));
  }
  for (std::size_t row = 1; row + 1 < rows; ++row) {
    const double factor = std::sin(angle(part.down, row, rows));
    for (std::size_t column = 0; column < columns; ++column) {
      points[row * columns + column] += factor * along_row[column];
    }
  }
}

}  // namespace

heated_plate::heated_plate(std::size_t rows, std::size_t columns)
    : rows_(rows),
      columns_(columns),
      now_(rows * columns),
      next_(rows * columns) {
  start();
}

void heated_plate::start() {
  std::ranges::fill(now_, 0);
  std::ranges::fill(next_, 0);
  for (const wave& part : waves) {
    add_wave(part, rows_, columns_, now_);
  }
}

void heated_plate::advance(const grid_part& part) noexcept {
  for (std::size_t row = part.first_row; row < part.last_row; ++row) {
    const double* const here = now_.data() + row * columns_;
    const double* const above = here - columns_;
    const double* const below = here + columns_;
    double* const into = next_.data() + row * columns_;
    for (std::size_t column = part.first_column; column < part.last_column; ++column) {
      into[column] =
          0.25 * ((above[column] + below[column]) + (here[column - 1] + here[column + 1]));
    }
  }
}

double heated_plate::exact(std::size_t row, std::size_t column, std::size_t steps) const {
  double sum = 0;
  for (const wave& part : waves) {
    // The mean of four neighbours in such a wave is the point itself times this.
    const double shrink =
        (std::cos(angle(part.down, 1, rows_)) + std::cos(angle(part.across, 1, columns_))) / 2;
    sum += part.height * std::pow(shrink, static_cast<double>(steps)) *
           std::sin(angle(part.down, row, rows_)) * std::sin(angle(part.across, column, columns_));
  }
  return sum;
}

}  // namespace nuthatch::workloads
