// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/heated_plate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"

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

/// Adds the wave to a part of a plate of this size. The sines along a row are computed once for all
/// rows, because a large plate has tens of millions of points.
void add_wave(const wave& each,
              const grid_part& part,
              std::size_t rows,
              std::size_t columns,
              double* points) {
  std::vector<double> along_row(part.columns());
  for (std::size_t i = 0; i < part.columns(); ++i) {
    along_row[i] = each.height * std::sin(angle(each.across, part.first_column + i, columns));
  }
  for (std::size_t row = part.first_row; row < part.last_row; ++row) {
    const double factor = std::sin(angle(each.down, row, rows));
    double* const into = points + row * columns + part.first_column;
    for (std::size_t i = 0; i < part.columns(); ++i) {
      into[i] += factor * along_row[i];
    }
  }
}

}  // namespace

heated_plate::heated_plate(std::size_t rows, std::size_t columns, untouched_tag /*tag*/)
    : rows_(rows),
      columns_(columns),
      now_(rows * columns),
      next_(rows * columns) {}

void heated_plate::start(const grid_part& part) {
  const grid_part around{part.first_row == 1 ? 0 : part.first_row,
                         part.last_row == rows_ - 1 ? rows_ : part.last_row,
                         part.first_column == 1 ? 0 : part.first_column,
                         part.last_column == columns_ - 1 ? columns_ : part.last_column};
  for (std::size_t row = around.first_row; row < around.last_row; ++row) {
    const std::size_t first = row * columns_ + around.first_column;
    std::fill_n(now_.data() + first, around.columns(), 0.0);
    std::fill_n(next_.data() + first, around.columns(), 0.0);
  }
  for (const wave& each : waves) {
    add_wave(each, part, rows_, columns_, now_.data());
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

double heated_plate::mean() const noexcept {
  return std::accumulate(now_.begin(), now_.end(), 0.0) / static_cast<double>(now_.size());
}

double heated_plate::exact(std::size_t row, std::size_t column, std::size_t steps) const {
  double sum = 0;
  for (const wave& part : waves) {
    // The mean of the four neighbours in such a wave is the point's value times this factor.
    const double shrink =
        (std::cos(angle(part.down, 1, rows_)) + std::cos(angle(part.across, 1, columns_))) / 2;
    sum += part.height * std::pow(shrink, static_cast<double>(steps)) *
           std::sin(angle(part.down, row, rows_)) * std::sin(angle(part.across, column, columns_));
  }
  return sum;
}

std::string heated_plate::compare_with_waves(std::size_t steps) const {
  constexpr double tolerance = 1e-9;  // of temperatures up to 150
  constexpr std::size_t samples = 16;
  for (std::size_t sample = 0; sample <= samples; ++sample) {
    const std::size_t row = sample * (rows_ - 1) / samples;
    for (std::size_t column = 0; column < columns_; ++column) {
      const double found = now_[row * columns_ + column];
      const double expected = exact(row, column, steps);
      if (!(std::abs(found - expected) <= tolerance)) {
        return message(
            "row ", row, ", column ", column, ": expected about ", expected, ", found ", found);
      }
    }
  }
  return {};
}

}  // namespace nuthatch::workloads
