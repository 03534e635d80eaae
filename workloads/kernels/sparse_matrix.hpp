#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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
  std::vector<std::uint32_t> columns_;
  std::vector<double> values_;
};

}  // namespace nuthatch::workloads
