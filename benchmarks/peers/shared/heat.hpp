#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

/// Heat spreading over a plate in time steps, the rows of each step in parallel.
///
/// The plate starts as a sum of waves that are zero on its border. A step, which replaces every
/// inner point by the mean of its four neighbours, shrinks each of them to a known fraction.
class heat_problem {
 public:
  static constexpr const char* name = "heat";

  static settings::values defaults() {
    return {{"rows", "1024"}, {"columns", "1024"}, {"steps", "300"}, {"block", "16"}};
  }

  explicit heat_problem(const settings& parameters)
      : rows(static_cast<std::size_t>(parameters.integer("rows", 3, 100'000))),
        columns(static_cast<std::size_t>(parameters.integer("columns", 3, 100'000))),
        steps(static_cast<std::size_t>(parameters.integer("steps", 1, 1'000'000))),
        block(static_cast<std::size_t>(parameters.integer("block", 0, 100'000))),
        start_(rows * columns),
        now_(rows * columns),
        next_(rows * columns) {
    for (std::size_t row = 1; row + 1 < rows; ++row) {
      for (std::size_t column = 1; column + 1 < columns; ++column) {
        start_[row * columns + column] = exact(row, column, 0);
      }
    }
  }

  /// Computes the rows from `first` to before `last` for the next step; 0 and rows - 1 are border.
  void advance_rows(std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      const double* const here = now_.data() + row * columns;
      const double* const above = here - columns;
      const double* const below = here + columns;
      double* const into = next_.data() + row * columns;
      for (std::size_t column = 1; column + 1 < columns; ++column) {
        into[column] =
            0.25 * ((above[column] + below[column]) + (here[column - 1] + here[column + 1]));
      }
    }
  }

  void finish_step() { now_.swap(next_); }

  /// `block`, or where that is 0 and the runtime leaves it to its user, some blocks per worker.
  [[nodiscard]] std::size_t block_for(unsigned workers) const {
    constexpr std::size_t blocks_per_worker = 8;
    return block != 0 ? block : 1 + rows / (blocks_per_worker * workers);
  }

  void reset() {
    now_ = start_;
    next_.assign(next_.size(), 0);
  }

  [[nodiscard]] std::string answer() const {
    const double sum = std::accumulate(now_.begin(), now_.end(), 0.0);
    return workloads::message("mean temperature ", sum / static_cast<double>(now_.size()));
  }

  [[nodiscard]] std::string verify() const {
    constexpr double tolerance = 1e-9;  // of temperatures up to 150
    constexpr std::size_t sampled_rows = 16;
    for (std::size_t sample = 0; sample <= sampled_rows; ++sample) {
      const std::size_t row = sample * (rows - 1) / sampled_rows;
      for (std::size_t column = 0; column < columns; ++column) {
        const double found = now_[row * columns + column];
        const double expected = exact(row, column, steps);
        // Written so that a NaN is wrong, too.
        if (!(std::abs(found - expected) <= tolerance)) {
          return workloads::message(
              "row ", row, ", column ", column, ": expected about ", expected, ", found ", found);
        }
      }
    }
    return "";
  }

  std::size_t rows;
  std::size_t columns;
  std::size_t steps;
  std::size_t block;

 private:
  struct wave {
    double across;  // half waves along a row
    double down;    // half waves along a column
    double height;
  };

  static constexpr std::array<wave, 3> waves{{{1, 1, 100}, {3, 2, 40}, {2, 5, 10}}};

  static double angle(double half_waves, std::size_t index, std::size_t points) {
    return std::numbers::pi * half_waves * static_cast<double>(index) /
           static_cast<double>(points - 1);
  }

  [[nodiscard]] double exact(std::size_t row, std::size_t column, std::size_t after_steps) const {
    double sum = 0;
    for (const wave& part : waves) {
      const double shrink =
          (std::cos(angle(part.down, 1, rows)) + std::cos(angle(part.across, 1, columns))) / 2;
      sum += part.height * std::pow(shrink, static_cast<double>(after_steps)) *
             std::sin(angle(part.down, row, rows)) * std::sin(angle(part.across, column, columns));
    }
    return sum;
  }

  std::vector<double> start_;
  std::vector<double> now_;
  std::vector<double> next_;
};

}  // namespace nuthatch::peers
