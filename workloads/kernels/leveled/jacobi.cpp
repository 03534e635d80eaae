// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/jacobi.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

using effects::interval;

void row_1d(const double* __restrict__ from, double* __restrict__ to, interval cells) {
  constexpr double share = 1.0 / 3;
  for (std::ptrdiff_t i = cells.first; i < cells.last; ++i) {
    to[i] = share * (from[i - 1] + from[i] + from[i + 1]);
  }
}

void row_2d(const double* __restrict__ from,
            double* __restrict__ to,
            std::ptrdiff_t row,
            interval cells) {
  constexpr double share = 1.0 / 5;
  for (std::ptrdiff_t i = cells.first; i < cells.last; ++i) {
    to[i] = share * ((from[i - 1] + from[i] + from[i + 1]) + (from[i - row] + from[i + row]));
  }
}

void row_3d(const double* __restrict__ from,
            double* __restrict__ to,
            std::ptrdiff_t plane,
            std::ptrdiff_t row,
            interval cells) {
  constexpr double share = 1.0 / 7;
  for (std::ptrdiff_t i = cells.first; i < cells.last; ++i) {
    to[i] = share * ((from[i - 1] + from[i] + from[i + 1]) + (from[i - row] + from[i + row]) +
                     (from[i - plane] + from[i + plane]));
  }
}

}  // namespace

void jacobi_1d(const double* from,
               double* to,
               const std::ptrdiff_t* /*strides*/,
               const interval* cells) {
  row_1d(from, to, cells[0]);
}

void jacobi_2d(const double* from,
               double* to,
               const std::ptrdiff_t* strides,
               const interval* cells) {
  const std::ptrdiff_t row = strides[0];
  for (std::ptrdiff_t i = cells[0].first; i < cells[0].last; ++i) {
    row_2d(from + i * row, to + i * row, row, cells[1]);
  }
}

void jacobi_3d(const double* from,
               double* to,
               const std::ptrdiff_t* strides,
               const interval* cells) {
  const std::ptrdiff_t plane = strides[0];
  const std::ptrdiff_t row = strides[1];
  for (std::ptrdiff_t i = cells[0].first; i < cells[0].last; ++i) {
    for (std::ptrdiff_t j = cells[1].first; j < cells[1].last; ++j) {
      row_3d(from + i * plane + j * row, to + i * plane + j * row, plane, row, cells[2]);
    }
  }
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
