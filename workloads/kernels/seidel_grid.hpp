// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include <nuthatch/effects.hpp>

#include "workloads/kernels/leveled/seidel_2d.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/splicing/area.hpp"
#include "workloads/splicing/fork_leaves.hpp"
#include "workloads/splicing/note_access.hpp"

namespace nuthatch::workloads {

struct seidel_problem {
  std::ptrdiff_t rows;     ///< without the edge, which does not change
  std::ptrdiff_t columns;  ///< without the edge
  std::size_t steps;
  std::ptrdiff_t block_columns;  ///< columns per task
  bool computes;                 ///< false: kernels return at once
};

/// An in-place sweep. A cell needs the new value of the one above and to its right, so sweeps are
/// cut into whole rows.
struct seidel_sweep {
  static constexpr std::size_t dimensions = 1;
  using effect = effects::effect<effects::range>;

  seidel_2d_kernel* kernel;
  seidel_2d_together_kernel* together;
  double* grid;
  std::ptrdiff_t row;

  [[nodiscard]] effect touches(const area<1>& rows) const {
    const auto [first, last] = rows[0];
    return effects::writes(effects::range(grid + first * row, grid + last * row)) +
           effects::reads(effects::range(grid + (first - 1) * row, grid + first * row)) +
           effects::reads(effects::range(grid + last * row, grid + (last + 1) * row));
  }

  void run(const area<1>& rows) const {
    const auto [first, last] = rows[0];
    note_reads(grid + (first - 1) * row, (last - first + 2) * row);
    note_writes(grid + first * row, (last - first) * row);
    kernel(grid, row, rows[0], {1, row - 1});
  }

  /// All sweeps are over one grid.
  template <class Slices>
  static void run_together(const Slices& slices) {
    constexpr std::size_t most = 16;
    std::array<std::ptrdiff_t, most> firsts{};
    std::size_t groups = 0;
    std::ptrdiff_t count = 0;
    const seidel_sweep& one = slices[0].body.sweep;
    const auto run_them = [&] {
      one.together(one.grid,
                   one.row,
                   firsts.data(),
                   static_cast<std::ptrdiff_t>(groups),
                   count,
                   {1, one.row - 1});
      groups = 0;
    };
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const effects::interval rows = slices[i].where[0];
      if (groups == most || (groups != 0 && length(rows) != count)) {
        run_them();
      }
      count = length(rows);
      firsts.at(groups++) = rows.first;
    }
    run_them();
  }
};

/// Gauss-Seidel sweeps over a plane, as in PolyBench: each cell in turn becomes the mean of the
/// nine cells around and including it.
class seidel_grid {
 public:
  using problem = seidel_problem;
  using sweep = seidel_sweep;

  explicit seidel_grid(const problem& given);

  [[nodiscard]] std::size_t sweeps() const noexcept { return problem_.steps; }

  [[nodiscard]] sweep at(std::size_t /*k*/) noexcept {
    return {kernel_, together_, cells_.data(), row_};
  }

  /// The rows without the edge.
  [[nodiscard]] area<1> cells() const noexcept { return {{{1, problem_.rows + 1}}}; }

  /// A sweep reads the row below as the previous sweep left it.
  [[nodiscard]] static std::ptrdiff_t lag(std::size_t k) noexcept {
    return static_cast<std::ptrdiff_t>(k);
  }

  void start();

  [[nodiscard]] const untouched_vector<double>& result() const noexcept { return cells_; }

  /// Compares the first rows with the results of a plain program, up to rounding.
  [[nodiscard]] std::string check() const;

  [[nodiscard]] std::string answer() const;

  /// Processes bands of rows, which are cut into parallelograms: each row of one begins a cell
  /// further to the left than the row above it. Then everything that a parallelogram needs is in
  /// the one to its left and in the band above, up to a position that is `ahead` parallelograms
  /// further on. Independent parallelograms run concurrently.
  template <class Policy>
  void fork_sweep(Policy policy, std::size_t /*k*/, const extents<1>& leaf) {
    const std::ptrdiff_t height = std::min(leaf[0], problem_.rows);
    const std::ptrdiff_t width =
        problem_.block_columns == 0 ? problem_.columns : problem_.block_columns;
    const std::ptrdiff_t bands = (problem_.rows + height - 1) / height;
    const std::ptrdiff_t across = (problem_.columns + height - 1 + width - 1) / width;
    const std::ptrdiff_t ahead = (width - 1 + height) / width + 1;
    for (std::ptrdiff_t turn = 0; turn < across + ahead * (bands - 1); ++turn) {
      const std::ptrdiff_t before = std::max<std::ptrdiff_t>(turn - across + 1, 0);
      const effects::interval ready{(before + ahead - 1) / ahead,
                                    std::min(turn / ahead + 1, bands)};
      if (ready.empty()) {
        continue;
      }
      fork_leaves(policy, area<1>{ready}, extents<1>{1}, [&](const area<1>& part) {
        for (std::ptrdiff_t band = part[0].first; band < part[0].last; ++band) {
          run_parallelogram<Policy>(
              {1 + band * height, std::min(1 + (band + 1) * height, problem_.rows + 1)},
              1 + (turn - ahead * band) * width,
              width);
        }
      });
    }
  }

 private:
  template <class Policy>
  void run_parallelogram(const effects::interval& rows,
                         std::ptrdiff_t column,
                         std::ptrdiff_t width) {
    for (std::ptrdiff_t row = rows.first; row < rows.last; ++row) {
      const std::ptrdiff_t first = column - (row - rows.first);
      const effects::interval columns =
          effects::interval{first, first + width}.clipped({1, problem_.columns + 1});
      if (!columns.empty()) {
        state<Policy>(ns_per_cell, length(columns));
        kernel_(cells_.data(), row_, {row, row + 1}, columns);
      }
    }
  }

  static constexpr double ns_per_cell = 2.2;

  problem problem_;
  seidel_2d_kernel* kernel_;
  seidel_2d_together_kernel* together_;
  std::ptrdiff_t row_;
  untouched_vector<double> cells_;
};

}  // namespace nuthatch::workloads
