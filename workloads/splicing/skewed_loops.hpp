// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

/// Runs sweeps of a program together, tile by tile. For each sweep, a part of the area is run that
/// is behind that of the first sweep by as many indices, in every dimension, as the sweep lags. So
/// everything that a part needs from earlier sweeps was in this tile or in earlier ones.
template <class Program>
class skewed_loops {
 public:
  static constexpr std::size_t dimensions = Program::sweep::dimensions;

  /// A tile has this many indices in each dimension; 0 for all.
  skewed_loops(Program& program, const extents<dimensions>& tile)
      : program_(program),
        tile_(tile) {}

  /// Runs all sweeps, `depth` at a time.
  void run(std::size_t depth) {
    for (std::size_t first = 0; first < program_.sweeps(); first += depth) {
      first_ = first;
      last_ = std::min(first + depth, program_.sweeps());
      run_dimension(dimensions - 1);
    }
  }

 private:
  /// Runs by tiles in this dimension and, within each, in the dimensions before it.
  void run_dimension(std::size_t d) {
    const effects::interval all = program_.cells()[d];
    const std::ptrdiff_t end = all.last + lag(last_ - 1);
    const std::ptrdiff_t size = tile_[d] == 0 ? end - all.first : tile_[d];
    for (at_[d].first = all.first; at_[d].first < end; at_[d].first += size) {
      at_[d].last = at_[d].first + size;
      if (d != 0) {
        run_dimension(d - 1);
      } else {
        run_tile();
      }
    }
  }

  void run_tile() {
    for (std::size_t k = first_; k < last_; ++k) {
      area<dimensions> part = program_.cells();
      for (std::size_t d = 0; d < dimensions; ++d) {
        part[d] = effects::interval{at_[d].first - lag(k), at_[d].last - lag(k)}.clipped(part[d]);
      }
      if (!is_empty(part)) {
        program_.at(k).run(part);
      }
    }
  }

  /// The lag of a sweep behind the first of those that run together.
  [[nodiscard]] std::ptrdiff_t lag(std::size_t k) const {
    return Program::lag(k) - Program::lag(first_);
  }

  Program& program_;
  extents<dimensions> tile_;
  area<dimensions> at_{};
  std::size_t first_ = 0;
  std::size_t last_ = 0;
};

}  // namespace nuthatch::workloads
