#include "workloads/kernels/leveled/seidel_2d.hpp"

namespace nuthatch::workloads::NUTHATCH_KERNEL_LEVEL {

namespace {

using effects::interval;

constexpr std::ptrdiff_t chunk = 512;  // sums of it stay in the first cache

/// What goes into each cell but for the cell to its left, which is not there yet.
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

}  // namespace

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
