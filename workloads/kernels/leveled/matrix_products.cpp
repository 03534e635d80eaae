// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/matrix_products.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

using effects::interval;

// The number of rows that are read together: each element of `by`, and of the columns' sums, is
// loaded once for all of them. More rows would need more registers than there are.
constexpr std::ptrdiff_t together = 4;

// As wide as registers: GCC splits wider vectors, through memory.
constexpr std::ptrdiff_t widest = __BIGGEST_ALIGNMENT__ / sizeof(double);
constexpr std::ptrdiff_t lanes = widest < row_sums ? widest : row_sums;
constexpr std::ptrdiff_t registers = row_sums / lanes;
using lane_vector = double __attribute__((vector_size(lanes * sizeof(double))));

/// A row of sums, in registers.
struct register_sums {
  lane_vector of[registers];  // NOLINT(modernize-avoid-c-arrays): no functions may be inline here
};

void add_single_columns(const double* row, interval columns, const double* by, double* sums) {
  for (std::ptrdiff_t column = columns.first; column < columns.last; ++column) {
    sums[column % row_sums] += row[column] * by[column];
  }
}

/// `columns` begins and ends at multiples of row_sums.
template <std::ptrdiff_t Rows>
[[gnu::always_inline]] inline void add_rows(const double* __restrict__ first,
                                            std::ptrdiff_t pitch,
                                            interval columns,
                                            const double* __restrict__ by,
                                            double* __restrict__ sums) {
  register_sums sum[Rows];  // NOLINT(modernize-avoid-c-arrays): as above
  __builtin_memcpy(&sum, sums, sizeof sum);
  for (std::ptrdiff_t column = columns.first; column < columns.last; column += row_sums) {
    for (std::ptrdiff_t part = 0; part < registers; ++part) {
      const std::ptrdiff_t at = column + part * lanes;
      lane_vector factors;
      __builtin_memcpy(&factors, by + at, sizeof factors);
      for (std::ptrdiff_t row = 0; row < Rows; ++row) {
        lane_vector elements;
        __builtin_memcpy(&elements, first + row * pitch + at, sizeof elements);
        sum[row].of[part] += elements * factors;
      }
    }
  }
  __builtin_memcpy(sums, &sum, sizeof sum);
}

template <std::ptrdiff_t Rows>
[[gnu::always_inline]] inline void add_columns(const double* __restrict__ first,
                                               std::ptrdiff_t pitch,
                                               interval columns,
                                               const double* __restrict__ by,
                                               double* __restrict__ sums) {
  for (std::ptrdiff_t column = columns.first; column < columns.last; ++column) {
    double sum = sums[column];
    for (std::ptrdiff_t row = 0; row < Rows; ++row) {
      sum += first[row * pitch + column] * by[row];
    }
    sums[column] = sum;
  }
}

template <std::ptrdiff_t Rows>
[[gnu::always_inline]] inline void add_rows_of_any_columns(
    const double* first, std::ptrdiff_t pitch, interval columns, const double* by, double* sums) {
  const std::ptrdiff_t up = (columns.first + row_sums - 1) / row_sums * row_sums;
  const std::ptrdiff_t begin = up < columns.last ? up : columns.last;
  const std::ptrdiff_t end = begin + (columns.last - begin) / row_sums * row_sums;
  for (std::ptrdiff_t row = 0; row < Rows && begin != columns.first; ++row) {
    add_single_columns(first + row * pitch, {columns.first, begin}, by, sums + row * row_sums);
  }
  add_rows<Rows>(first, pitch, {begin, end}, by, sums);
  for (std::ptrdiff_t row = 0; row < Rows && end != columns.last; ++row) {
    add_single_columns(first + row * pitch, {end, columns.last}, by, sums + row * row_sums);
  }
}

}  // namespace

void products_of_rows(const double* matrix,
                      std::ptrdiff_t pitch,
                      const interval* cells,
                      const double* by,
                      double* sums) {
  std::ptrdiff_t row = cells[0].first;
  for (; cells[0].last - row >= together; row += together) {
    add_rows_of_any_columns<together>(
        matrix + row * pitch, pitch, cells[1], by, sums + row * row_sums);
  }
  for (; row < cells[0].last; ++row) {
    add_rows_of_any_columns<1>(matrix + row * pitch, pitch, cells[1], by, sums + row * row_sums);
  }
}

void products_of_columns(const double* matrix,
                         std::ptrdiff_t pitch,
                         const interval* cells,
                         const double* by,
                         double* sums) {
  std::ptrdiff_t row = cells[0].first;
  for (; cells[0].last - row >= together; row += together) {
    add_columns<together>(matrix + row * pitch, pitch, cells[1], by + row, sums);
  }
  for (; row < cells[0].last; ++row) {
    add_columns<1>(matrix + row * pitch, pitch, cells[1], by + row, sums);
  }
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
