// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// The temperatures of a square-meshed plate whose border is kept at zero, step by step (Jacobi's
/// method): each inner point becomes the mean of its four neighbours.
class heated_plate {
 public:
  /// At least 3 points in each direction.
  heated_plate(std::size_t rows, std::size_t columns) : heated_plate(rows, columns, untouched) {
    start();
  }

  heated_plate(std::size_t rows, std::size_t columns, untouched_tag tag);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  /// The temperatures row by row, after the finished steps.
  [[nodiscard]] const untouched_vector<double>& temperatures() const noexcept { return now_; }

  /// Returns to the start: a sum of waves, each of which a step shrinks by a known factor.
  void start() { start(inner()); }

  /// The same for a part of the inner points and for the border beside it. Different threads may
  /// start different parts.
  void start(const grid_part& part);

  /// The inner points.
  [[nodiscard]] grid_part inner() const noexcept { return {1, rows_ - 1, 1, columns_ - 1}; }

  /// Computes the next step of these inner points. Different threads may compute different parts.
  void advance(const grid_part& part) noexcept;

  /// The same for whole rows.
  void advance_rows(std::size_t first, std::size_t last) noexcept {
    advance({first, last, 1, columns_ - 1});
  }

  /// Completes a step. Call it when every inner row was computed.
  void finish_step() noexcept { now_.swap(next_); }

  [[nodiscard]] double mean() const noexcept;

  /// The value of a point after these steps, up to rounding.
  [[nodiscard]] double exact(std::size_t row, std::size_t column, std::size_t steps) const;

  /// Compares some rows with the expected values. Some rows are enough, because an error in one
  /// spreads by a row per step. Returns what is wrong, or an empty string.
  [[nodiscard]] std::string compare_with_waves(std::size_t steps) const;

 private:
  std::size_t rows_;
  std::size_t columns_;
  untouched_vector<double> now_;
  untouched_vector<double> next_;
};

}  // namespace nuthatch::workloads
