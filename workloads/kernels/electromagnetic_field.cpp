// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/electromagnetic_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double electric_factor = 0.5;
constexpr double magnetic_factor = 0.7;

/// A standing wave. The electric field is kept at zero at the first row and column, the magnetic
/// one at the last. So in both directions, a whole number of half waves and half of one fit in
/// between.
struct wave {
  double down;
  double across;
  double height;
};

constexpr std::array<wave, 3> waves{{{0, 1, 100}, {1, 0, 40}, {3, 2, 10}}};

/// The growth of the phase from point to point.
double phase_step(double half_waves, std::size_t points) {
  return std::numbers::pi * (2 * half_waves + 1) / (2 * static_cast<double>(points) - 1);
}

/// The magnetic field lies between the points of the electric one.
double shape(double half_waves, std::size_t index, std::size_t points) {
  return std::cos(phase_step(half_waves, points) * (static_cast<double>(index) + 0.5));
}

/// The difference of neighbours' differences, over the value, with the opposite sign.
double curvature(double half_waves, std::size_t points) {
  return 2 - 2 * std::cos(phase_step(half_waves, points));
}

/// The height of a wave after `steps` steps. A step makes a wave of the same form, so two numbers
/// represent the whole field.
double height_after(const wave& part, std::size_t rows, std::size_t columns, std::size_t steps) {
  const double bend = curvature(part.down, rows) + curvature(part.across, columns);
  double magnetic = part.height;
  double electric = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    electric -= electric_factor * magnetic;
    magnetic += magnetic_factor * bend * electric;
  }
  return magnetic;
}

}  // namespace

electromagnetic_field::electromagnetic_field(std::size_t rows,
                                             std::size_t columns,
                                             untouched_tag /*tag*/)
    : rows_(rows),
      columns_(columns),
      ex_(rows * columns),
      ey_(rows * columns),
      hz_(rows * columns) {}

void electromagnetic_field::start(const grid_part& part) {
  for (std::size_t row = part.first_row; row < part.last_row; ++row) {
    for (double* const field : {ex_.data(), ey_.data(), hz_.data()}) {
      std::fill_n(field + row * columns_ + part.first_column, part.columns(), 0.0);
    }
  }
  const std::size_t last_row = std::min(part.last_row, rows_ - 1);
  const std::size_t last_column = std::min(part.last_column, columns_ - 1);
  std::vector<double> along_row(last_column - part.first_column);
  for (const wave& each : waves) {
    for (std::size_t i = 0; i < along_row.size(); ++i) {
      along_row[i] = each.height * shape(each.across, part.first_column + i, columns_);
    }
    for (std::size_t row = part.first_row; row < last_row; ++row) {
      const double factor = shape(each.down, row, rows_);
      double* const into = hz_.data() + row * columns_ + part.first_column;
      for (std::size_t i = 0; i < along_row.size(); ++i) {
        into[i] += factor * along_row[i];
      }
    }
  }
}

void electromagnetic_field::advance_down(const grid_part& part) noexcept {
  for (std::size_t row = std::max<std::size_t>(part.first_row, 1); row < part.last_row; ++row) {
    double* const into = ey_.data() + row * columns_;
    const double* const here = hz_.data() + row * columns_;
    const double* const above = here - columns_;
    for (std::size_t column = part.first_column; column < part.last_column; ++column) {
      into[column] -= electric_factor * (here[column] - above[column]);
    }
  }
}

void electromagnetic_field::advance_across(const grid_part& part) noexcept {
  const std::size_t first = std::max<std::size_t>(part.first_column, 1);
  for (std::size_t row = part.first_row; row < part.last_row; ++row) {
    double* const into = ex_.data() + row * columns_;
    const double* const here = hz_.data() + row * columns_;
    for (std::size_t column = first; column < part.last_column; ++column) {
      into[column] -= electric_factor * (here[column] - here[column - 1]);
    }
  }
}

void electromagnetic_field::advance_magnetic(const grid_part& part) noexcept {
  const std::size_t last_row = std::min(part.last_row, rows_ - 1);
  const std::size_t last_column = std::min(part.last_column, columns_ - 1);
  for (std::size_t row = part.first_row; row < last_row; ++row) {
    double* const into = hz_.data() + row * columns_;
    const double* const along = ex_.data() + row * columns_;
    const double* const here = ey_.data() + row * columns_;
    const double* const below = here + columns_;
    for (std::size_t column = part.first_column; column < last_column; ++column) {
      into[column] -=
          magnetic_factor * ((along[column + 1] - along[column]) + (below[column] - here[column]));
    }
  }
}

double electromagnetic_field::mean_square() const noexcept {
  double sum = 0;
  for (const double strength : hz_) {
    sum += strength * strength;
  }
  return sum / static_cast<double>(hz_.size());
}

std::string electromagnetic_field::compare_with_waves(std::size_t steps) const {
  constexpr double tolerance = 1e-8;  // of heights up to 150
  constexpr std::size_t samples = 16;
  std::array<double, waves.size()> heights{};
  std::ranges::transform(waves, heights.begin(), [&](const wave& part) {
    return height_after(part, rows_, columns_, steps);
  });
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const std::size_t row = sample * (rows_ - 1) / samples;
    for (std::size_t column = 0; column + 1 < columns_; ++column) {
      double expected = 0;
      for (std::size_t i = 0; i < waves.size(); ++i) {
        expected += heights[i] * shape(waves[i].down, row, rows_) *
                    shape(waves[i].across, column, columns_);
      }
      const double found = hz_[row * columns_ + column];
      if (!(std::abs(found - expected) <= tolerance)) {
        return message(
            "row ", row, ", column ", column, ": expected about ", expected, ", found ", found);
      }
    }
  }
  return {};
}

}  // namespace nuthatch::workloads
