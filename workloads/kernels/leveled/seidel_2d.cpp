// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/leveled/seidel_2d.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

using effects::interval;

constexpr std::ptrdiff_t chunk = 512;  // its sums stay in the first-level cache
constexpr std::ptrdiff_t part = 128;   // the same for several rows

/// Sums everything that goes into each cell except for the cell to its left, which is not ready
/// yet.
void add_others(const double* __restrict__ at,
                double* __restrict__ sums,
                std::ptrdiff_t row,
                std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double above = at[i - row - 1] + at[i - row] + at[i - row + 1];
    const double below = at[i + row - 1] + at[i + row] + at[i + row + 1];
    sums[i] = (above + below) + (at[i] + at[i + 1]);
  }
}

void finish(double* at, const double* sums, std::ptrdiff_t count) {
  constexpr double share = 1.0 / 9;
  double left = at[-1];
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    left = (left + sums[i]) * share;
    at[i] = left;
  }
}

/// `finish` for one row of each group.
template <int Rows>
void finish_together(double* const* rows,
                     const double (&sums)[Rows][part],  // NOLINT(*-avoid-c-arrays)
                     std::ptrdiff_t first,
                     std::ptrdiff_t count) {
  constexpr double share = 1.0 / 9;
  double left[Rows];  // NOLINT(*-avoid-c-arrays)
  double* at[Rows];   // NOLINT(*-avoid-c-arrays)
  for (int k = 0; k < Rows; ++k) {
    at[k] = rows[k] + first;
    left[k] = at[k][-1];
  }
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    for (int k = 0; k < Rows; ++k) {
      left[k] = (left[k] + sums[k][i]) * share;
      at[k][i] = left[k];
    }
  }
}

template <int Rows>
void sweep_together(double* grid,  // NOLINT(*-non-const-parameter): `rows` point into it
                    std::ptrdiff_t row,
                    const std::ptrdiff_t* firsts,
                    std::ptrdiff_t count,
                    interval columns) {
  double sums[Rows][part];  // NOLINT(*-avoid-c-arrays)
  double* rows[Rows];       // NOLINT(*-avoid-c-arrays)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    for (int k = 0; k < Rows; ++k) {
      rows[k] = grid + (firsts[k] + i) * row;
    }
    for (std::ptrdiff_t j = columns.first; j < columns.last; j += part) {
      const std::ptrdiff_t width = columns.last - j < part ? columns.last - j : part;
      for (int k = 0; k < Rows; ++k) {
        add_others(rows[k] + j, sums[k], row, width);
      }
      finish_together<Rows>(rows, sums, j, width);
    }
  }
}

}  // namespace

void seidel_2d_together(double* grid,
                        std::ptrdiff_t row,
                        const std::ptrdiff_t* firsts,
                        std::ptrdiff_t groups,
                        std::ptrdiff_t count,
                        interval columns) {
  for (; groups >= 8; groups -= 8, firsts += 8) {
    sweep_together<8>(grid, row, firsts, count, columns);
  }
  for (; groups >= 4; groups -= 4, firsts += 4) {
    sweep_together<4>(grid, row, firsts, count, columns);
  }
  for (; groups > 0; --groups, ++firsts) {
    seidel_2d(grid, row, {*firsts, *firsts + count}, columns);
  }
}

void seidel_2d(double* grid, std::ptrdiff_t row, interval rows, interval columns) {
  double sums[chunk];  // NOLINT(*-avoid-c-arrays): of the library, there would be code
  for (std::ptrdiff_t i = rows.first; i < rows.last; ++i) {
    for (std::ptrdiff_t j = columns.first; j < columns.last; j += chunk) {
      const std::ptrdiff_t count = columns.last - j < chunk ? columns.last - j : chunk;
      add_others(grid + i * row + j, sums, row, count);
      finish(grid + i * row + j, sums, count);
    }
  }
}

}  // namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL
