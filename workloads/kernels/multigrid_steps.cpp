// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/multigrid_steps.hpp"

#include <array>
#include <cstddef>

#include "workloads/kernels/periodic_grid.hpp"

namespace nuthatch::workloads {

namespace {

/// The weights of a point and of its neighbours across a face, an edge or a corner.
struct stencil {
  double centre;
  double face;
  double edge;
  double corner;
};

constexpr stencil laplacian{-8.0 / 3, 0, 1.0 / 6, 1.0 / 12};
constexpr stencil smoother{-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};  // of the classes up to A
// Adds up to four: A omits the square of the distance between points.
constexpr stencil weighting{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};

/// A row together with sums over the rows around it, which neighbouring points share.
class surroundings {
 public:
  surroundings(const periodic_grid& grid, std::size_t plane, std::size_t row) noexcept
      : row_(grid.row(plane, row)) {
    const double* const left = grid.row(plane, row - 1);
    const double* const right = grid.row(plane, row + 1);
    const double* const below = grid.row(plane - 1, row);
    const double* const above = grid.row(plane + 1, row);
    const double* const below_left = grid.row(plane - 1, row - 1);
    const double* const below_right = grid.row(plane - 1, row + 1);
    const double* const above_left = grid.row(plane + 1, row - 1);
    const double* const above_right = grid.row(plane + 1, row + 1);
    double* const near = near_.data() + 1;
    double* const far = far_.data() + 1;
    for (std::ptrdiff_t i = -1; i <= grid.length(); ++i) {
      near[i] = (left[i] + right[i]) + (below[i] + above[i]);
      far[i] = (below_left[i] + below_right[i]) + (above_left[i] + above_right[i]);
    }
  }

  template <stencil Weights>
  [[nodiscard]] double at(std::ptrdiff_t i) const noexcept {
    const double* const near = near_.data() + 1;
    const double* const far = far_.data() + 1;
    double sum = Weights.centre * row_[i];
    if constexpr (Weights.face != 0) {
      sum += Weights.face * (row_[i - 1] + row_[i + 1] + near[i]);
    }
    if constexpr (Weights.edge != 0) {
      sum += Weights.edge * (near[i - 1] + near[i + 1] + far[i]);
    }
    if constexpr (Weights.corner != 0) {
      sum += Weights.corner * (far[i - 1] + far[i + 1]);
    }
    return sum;
  }

 private:
  const double* row_;
  std::array<double, largest_grid + 2> near_;
  std::array<double, largest_grid + 2> far_;
};

/// Calls step(plane, row, points) for every row of these planes. step changes the row.
template <class Step>
void change_rows(periodic_grid& grid, std::size_t first, std::size_t last, const Step& step) {
  for (std::size_t plane = first; plane < last; ++plane) {
    for (std::size_t row = 0; row < grid.size(); ++row) {
      step(plane, row, grid.row(plane, row));
      grid.close_row(plane, row);
    }
  }
}

}  // namespace

void compute_residual(periodic_grid& residual,
                      const periodic_grid& right,
                      const periodic_grid& solution,
                      std::size_t first,
                      std::size_t last) noexcept {
  change_rows(residual, first, last, [&](std::size_t plane, std::size_t row, double* points) {
    const surroundings around(solution, plane, row);
    const double* const wanted = right.row(plane, row);
    for (std::ptrdiff_t i = 0; i < solution.length(); ++i) {
      points[i] = wanted[i] - around.at<laplacian>(i);
    }
  });
}

void smooth(periodic_grid& solution,
            const periodic_grid& residual,
            std::size_t first,
            std::size_t last) noexcept {
  change_rows(solution, first, last, [&](std::size_t plane, std::size_t row, double* points) {
    const surroundings around(residual, plane, row);
    for (std::ptrdiff_t i = 0; i < residual.length(); ++i) {
      points[i] += around.at<smoother>(i);
    }
  });
}

void coarsen(periodic_grid& coarse,
             const periodic_grid& fine,
             std::size_t first,
             std::size_t last) noexcept {
  change_rows(coarse, first, last, [&](std::size_t plane, std::size_t row, double* points) {
    const surroundings around(fine, 2 * plane + 1, 2 * row + 1);
    for (std::ptrdiff_t i = 0; i < coarse.length(); ++i) {
      points[i] = around.at<weighting>(2 * i + 1);
    }
  });
}

void interpolate(periodic_grid& fine,
                 const periodic_grid& coarse,
                 std::size_t first,
                 std::size_t last) noexcept {
  // Odd points coincide with coarse ones, which then count twice; even ones are between two.
  const auto before = [](std::size_t index) {
    return (index + 1) / 2 - 1;
  };
  const auto after = [](std::size_t index) {
    return index / 2;
  };
  change_rows(fine, first, last, [&](std::size_t plane, std::size_t row, double* points) {
    const double* const a = coarse.row(before(plane), before(row));
    const double* const b = coarse.row(before(plane), after(row));
    const double* const c = coarse.row(after(plane), before(row));
    const double* const d = coarse.row(after(plane), after(row));
    double last_mean = 0.25 * ((a[-1] + b[-1]) + (c[-1] + d[-1]));
    for (std::ptrdiff_t i = 0; i < coarse.length(); ++i) {
      const double mean = 0.25 * ((a[i] + b[i]) + (c[i] + d[i]));
      points[2 * i] += 0.5 * (last_mean + mean);
      points[2 * i + 1] += mean;
      last_mean = mean;
    }
  });
}

double sum_of_squares(const periodic_grid& grid, std::size_t plane) noexcept {
  double sum = 0;
  for (std::size_t row = 0; row < grid.size(); ++row) {
    const double* const points = grid.row(plane, row);
    for (std::ptrdiff_t i = 0; i < grid.length(); ++i) {
      sum += points[i] * points[i];
    }
  }
  return sum;
}

}  // namespace nuthatch::workloads
