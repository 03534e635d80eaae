// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/fdtd_2d.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

using effects::interval;

/// `other` is one row or one column before `magnetic`.
void electric_row(double* __restrict__ electric,
                  const double* __restrict__ magnetic,
                  const double* __restrict__ other,
                  interval columns) {
  constexpr double factor = 0.5;
  for (std::ptrdiff_t j = columns.first; j < columns.last; ++j) {
    electric[j] -= factor * (magnetic[j] - other[j]);
  }
}

/// `below` is the row of ey after `here`.
void magnetic_row(double* __restrict__ magnetic,
                  const double* __restrict__ along,
                  const double* __restrict__ here,
                  const double* __restrict__ below,
                  interval columns) {
  constexpr double factor = 0.7;
  for (std::ptrdiff_t j = columns.first; j < columns.last; ++j) {
    magnetic[j] -= factor * ((along[j + 1] - along[j]) + (below[j] - here[j]));
  }
}

}  // namespace

void fdtd_2d_ey(
    double* /*ex*/, double* ey, double* hz, std::ptrdiff_t row, interval rows, interval columns) {
  for (std::ptrdiff_t i = rows.first; i < rows.last; ++i) {
    electric_row(ey + i * row, hz + i * row, hz + (i - 1) * row, columns);
  }
}

void fdtd_2d_ex(
    double* ex, double* /*ey*/, double* hz, std::ptrdiff_t row, interval rows, interval columns) {
  for (std::ptrdiff_t i = rows.first; i < rows.last; ++i) {
    electric_row(ex + i * row, hz + i * row, hz + i * row - 1, columns);
  }
}

void fdtd_2d_hz(
    double* ex, double* ey, double* hz, std::ptrdiff_t row, interval rows, interval columns) {
  for (std::ptrdiff_t i = rows.first; i < rows.last; ++i) {
    magnetic_row(hz + i * row, ex + i * row, ey + i * row, ey + (i + 1) * row, columns);
  }
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
