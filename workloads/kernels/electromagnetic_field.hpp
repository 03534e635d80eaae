// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "workloads/kernels/grid_part.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// An electromagnetic field in two dimensions, computed step by step by finite differences in time
/// (FDTD; fdtd-2d of PolyBench without its source): the electric field along the rows and the
/// columns, and the magnetic field across the plane. It starts as a sum of standing waves.
class electromagnetic_field {
 public:
  /// At least 2 points in each direction.
  electromagnetic_field(std::size_t rows, std::size_t columns)
      : electromagnetic_field(rows, columns, untouched) {
    start();
  }

  electromagnetic_field(std::size_t rows, std::size_t columns, untouched_tag tag);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  [[nodiscard]] grid_part all() const noexcept { return {0, rows_, 0, columns_}; }

  /// The magnetic field, row by row.
  [[nodiscard]] const untouched_vector<double>& magnetic() const noexcept { return hz_; }

  void start() { start(all()); }

  /// The same for a part. Different threads may start different parts.
  void start(const grid_part& part);

  /// Partial time steps. Different threads may compute parts of one. It has to be complete before
  /// the next one starts.
  void advance_down(const grid_part& part) noexcept;      ///< the electric field along columns
  void advance_across(const grid_part& part) noexcept;    ///< and along rows
  void advance_magnetic(const grid_part& part) noexcept;  ///< after both

  /// The mean square of the magnetic field.
  [[nodiscard]] double mean_square() const noexcept;

  /// Compares some rows with the waves after these steps, up to rounding. Returns what is wrong, or
  /// an empty string.
  [[nodiscard]] std::string compare_with_waves(std::size_t steps) const;

 private:
  std::size_t rows_;
  std::size_t columns_;
  untouched_vector<double> ex_;  // along rows
  untouched_vector<double> ey_;  // along columns
  untouched_vector<double> hz_;
};

}  // namespace nuthatch::workloads
