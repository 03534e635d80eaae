// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// The elements of a matrix that are not zero, row by row.
class sparse_matrix {
 public:
  struct entry {
    std::uint32_t row;
    std::uint32_t column;
    double value;
  };

  /// Entries of one place are added up, in the order given. Rows and columns count from zero.
  sparse_matrix(std::size_t rows, const std::vector<entry>& entries);

  /// Room for the elements of the other one, all of whose rows have to be copied.
  sparse_matrix(const sparse_matrix& other, untouched_tag tag);

  /// Of that one. Different rows may be copied by different threads.
  void copy_rows(const sparse_matrix& other, std::size_t first, std::size_t last) noexcept;

  [[nodiscard]] std::size_t rows() const noexcept { return row_starts_.size() - 1; }

  /// How many elements these rows have.
  [[nodiscard]] std::size_t elements(std::size_t first, std::size_t last) const noexcept {
    return row_starts_[last] - row_starts_[first];
  }

  /// The product of these rows and the vector, into the same places of `product`.
  void multiply_rows(std::size_t first,
                     std::size_t last,
                     std::span<const double> vector,
                     std::span<double> product) const noexcept;

 private:
  std::vector<std::size_t> row_starts_;  // and where the last row ends
  untouched_vector<std::uint32_t> columns_;
  untouched_vector<double> values_;
};

}  // namespace nuthatch::workloads
