// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// The nonzero elements of a matrix, row by row.
class sparse_matrix {
 public:
  struct entry {
    std::uint32_t row;
    std::uint32_t column;
    double value;
  };

  /// Adds up entries at the same place, in the given order. Rows and columns count from zero.
  sparse_matrix(std::size_t rows, const std::vector<entry>& entries);

  /// Reserves room for the elements of another matrix. All of its rows have to be copied.
  sparse_matrix(const sparse_matrix& other, untouched_tag tag);

  /// Copies rows of that matrix. Different threads may copy different rows.
  void copy_rows(const sparse_matrix& other, std::size_t first, std::size_t last) noexcept;

  [[nodiscard]] std::size_t rows() const noexcept { return row_starts_.size() - 1; }

  /// The number of elements in these rows.
  [[nodiscard]] std::size_t elements(std::size_t first, std::size_t last) const noexcept {
    return row_starts_[last] - row_starts_[first];
  }

  /// Stores the product of these rows and the vector at the same places of `product`.
  void multiply_rows(std::size_t first,
                     std::size_t last,
                     std::span<const double> vector,
                     std::span<double> product) const noexcept;

 private:
  std::vector<std::size_t> row_starts_;  // and the end of the last row
  untouched_vector<std::uint32_t> columns_;
  untouched_vector<double> values_;
};

}  // namespace nuthatch::workloads
