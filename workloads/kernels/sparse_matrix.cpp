// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sparse_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

namespace nuthatch::workloads {

sparse_matrix::sparse_matrix(std::size_t rows, const std::vector<entry>& entries)
    : row_starts_(rows + 1) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&entries](std::size_t i) {
    return std::tuple(entries[i].row, entries[i].column, i);
  });
  const entry* before = nullptr;
  for (const std::size_t i : order) {
    const entry& each = entries[i];
    if (before != nullptr && before->row == each.row && before->column == each.column) {
      values_.back() += each.value;
    } else {
      columns_.push_back(each.column);
      values_.push_back(each.value);
      ++row_starts_[each.row + 1];
    }
    before = &each;
  }
  std::partial_sum(row_starts_.begin(), row_starts_.end(), row_starts_.begin());
}

sparse_matrix::sparse_matrix(const sparse_matrix& other, untouched_tag /*tag*/)
    : row_starts_(other.row_starts_),
      columns_(other.columns_.size()),
      values_(other.values_.size()) {}

void sparse_matrix::copy_rows(const sparse_matrix& other,
                              std::size_t first,
                              std::size_t last) noexcept {
  const std::size_t from = row_starts_[first];
  std::copy_n(other.columns_.data() + from, elements(first, last), columns_.data() + from);
  std::copy_n(other.values_.data() + from, elements(first, last), values_.data() + from);
}

void sparse_matrix::multiply_rows(std::size_t first,
                                  std::size_t last,
                                  std::span<const double> vector,
                                  std::span<double> product) const noexcept {
  for (std::size_t row = first; row < last; ++row) {
    double sum = 0;
    for (std::size_t i = row_starts_[row]; i < row_starts_[row + 1]; ++i) {
      sum += values_[i] * vector[columns_[i]];
    }
    product[row] = sum;
  }
}

}  // namespace nuthatch::workloads
