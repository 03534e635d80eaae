// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/effects.hpp>

#include "workloads/kernels/leveled/jacobi.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/sine_wave.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/splicing/area.hpp"
#include "workloads/splicing/note_access.hpp"

namespace nuthatch::workloads {

template <std::size_t D>
struct jacobi_problem {
  extents<D> inner;  ///< cells in each dimension, without the edge, which is kept at zero
  std::size_t steps;
  bool computes;  ///< false: kernels return at once
};

/// A step of Jacobi's iteration, from one array to the other.
template <std::size_t D>
struct jacobi_sweep {
  static constexpr std::size_t dimensions = D;
  using region = std::conditional_t<D == 1, effects::range, effects::box<D>>;
  using effect = effects::effect<region>;

  jacobi_kernel* kernel;
  const double* from;
  double* to;
  extents<D> sizes;
  extents<D> strides;

  /// The corners of the halo are not read. Including them makes it one region.
  [[nodiscard]] effect touches(const area<D>& cells) const {
    area<D> halo = cells;
    for (effects::interval& side : halo) {
      side = side.grown(1);
    }
    return effect(effects::access::reads, part(from, halo)) +
           effect(effects::access::writes, part(to, cells));
  }

  void run(const area<D>& cells) const {
    if constexpr (accesses_are_noted) {
      note_rows(cells, 0, 0);
    }
    kernel(from, to, strides.data(), cells.data());
  }

 private:
  /// Notes the rows in the dimensions from `dimension` on, at `place` in those before.
  void note_rows(const area<D>& cells, std::size_t dimension, std::ptrdiff_t place) const {
    if (dimension + 1 < D) {
      for (std::ptrdiff_t i = cells[dimension].first; i < cells[dimension].last; ++i) {
        note_rows(cells, dimension + 1, place + i * strides[dimension]);
      }
      return;
    }
    const std::ptrdiff_t first = place + cells[dimension].first;
    const std::ptrdiff_t all = length(cells[dimension]);
    note_writes(to + first, all);
    note_reads(from + first - 1, all + 2);
    for (std::size_t d = 0; d + 1 < D; ++d) {
      note_reads(from + first - strides[d], all);
      note_reads(from + first + strides[d], all);
    }
  }

  [[nodiscard]] region part(const double* of, const area<D>& cells) const {
    if constexpr (D == 1) {
      return region(of + cells[0].first, of + cells[0].last);
    } else {
      return effects::array_view<const double, D>(of, sizes).part(cells);
    }
  }
};

/// Jacobi's iteration on a grid of D dimensions, as in PolyBench, between two arrays. It begins
/// with a sum of standing waves, whose later values are known.
template <std::size_t D>
class jacobi_grid {
 public:
  using problem = jacobi_problem<D>;
  using sweep = jacobi_sweep<D>;

  static constexpr double ns_per_cell = D == 1 ? 1.6 : D == 2 ? 1.7 : 2.0;

  explicit jacobi_grid(const problem& given)
      : problem_(given),
        kernel_(given.computes ? best_kernel(levels()) : nothing) {
    for (std::size_t d = 0; d < D; ++d) {
      sizes_[d] = given.inner[d] + 2;
    }
    strides_[D - 1] = 1;
    for (std::size_t d = D - 1; d-- > 0;) {
      strides_[d] = strides_[d + 1] * sizes_[d + 1];
    }
    for (untouched_vector<double>& each : arrays_) {
      each = untouched_vector<double>(static_cast<std::size_t>(strides_[0] * sizes_[0]));
    }
    constexpr std::array<std::pair<double, std::ptrdiff_t>, 2> parts{{{100, 50}, {40, 11}}};
    for (const auto& [height, points_of_wave] : parts) {
      waves_.push_back({height, {}});
      for (const std::ptrdiff_t points : given.inner) {
        waves_.back().along.emplace_back(static_cast<std::size_t>(points / points_of_wave + 1),
                                         static_cast<std::size_t>(points));
      }
    }
  }

  [[nodiscard]] std::size_t sweeps() const noexcept { return problem_.steps; }

  [[nodiscard]] sweep at(std::size_t k) {
    return {kernel_, arrays_[k % 2].data(), arrays_[(k + 1) % 2].data(), sizes_, strides_};
  }

  /// The cells without the edge.
  [[nodiscard]] area<D> cells() const noexcept {
    area<D> inner{};
    for (std::size_t d = 0; d < D; ++d) {
      inner[d] = {1, sizes_[d] - 1};
    }
    return inner;
  }

  /// A step reads cells of the previous step up to a distance of one.
  [[nodiscard]] static std::ptrdiff_t lag(std::size_t k) noexcept {
    return static_cast<std::ptrdiff_t>(k);
  }

  void start() {
    for (untouched_vector<double>& each : arrays_) {
      std::ranges::fill(each, 0.0);
    }
    const area<D> inner = cells();
    std::ptrdiff_t rows = 1;
    for (std::size_t d = 0; d + 1 < D; ++d) {
      rows *= length(inner[d]);
    }
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      start_row(row * length(inner[D - 1]));
    }
  }

  [[nodiscard]] const untouched_vector<double>& result() const noexcept {
    return arrays_[problem_.steps % 2];
  }

  /// Compares some cells with the expected waves, up to rounding.
  [[nodiscard]] std::string check() const {
    constexpr double tolerance = 1e-9;  // of heights up to 140
    constexpr std::ptrdiff_t samples = 1'000;
    const std::ptrdiff_t last = count(cells()) - 1;
    for (std::ptrdiff_t sample = 0; sample <= samples; ++sample) {
      const position at = position_of(last / samples * sample + last % samples * sample / samples);
      double expected = 0;
      for (const wave& each : waves_) {
        expected += height_at(each, at, D) * std::pow(kept_share(each), problem_.steps);
      }
      const double found = result()[index_of(at)];
      if (!(std::abs(found - expected) <= tolerance)) {
        return message("cell ", index_of(at), ": expected about ", expected, ", found ", found);
      }
    }
    return {};
  }

  [[nodiscard]] std::string answer() const {
    double sum = 0;
    for (const double each : result()) {
      sum += each * each;
    }
    return message("mean square ", sum / static_cast<double>(result().size()));
  }

 private:
  using position = std::array<std::size_t, D>;

  struct wave {
    double height;
    std::vector<sine_wave> along;  // in each dimension
  };

  static void nothing(const double* /*from*/,
                      double* /*to*/,
                      const std::ptrdiff_t* /*strides*/,
                      const effects::interval* /*cells*/) {}

  [[nodiscard]] static constexpr const auto& levels() noexcept {
    if constexpr (D == 1) {
      return jacobi_1d_levels;
    } else if constexpr (D == 2) {
      return jacobi_2d_levels;
    } else {
      return jacobi_3d_levels;
    }
  }

  /// The cells without the edge, counted row by row.
  [[nodiscard]] position position_of(std::ptrdiff_t cell) const noexcept {
    position at{};
    for (std::size_t d = D; d-- > 0;) {
      at[d] = static_cast<std::size_t>(cell % problem_.inner[d] + 1);
      cell /= problem_.inner[d];
    }
    return at;
  }

  [[nodiscard]] std::size_t index_of(const position& at) const noexcept {
    std::size_t index = 0;
    for (std::size_t d = 0; d < D; ++d) {
      index += at[d] * static_cast<std::size_t>(strides_[d]);
    }
    return index;
  }

  /// The height of a wave in its first `dimensions` dimensions.
  [[nodiscard]] static double height_at(const wave& of,
                                        const position& at,
                                        std::size_t dimensions) {
    double height = of.height;
    for (std::size_t d = 0; d < dimensions; ++d) {
      height *= of.along[d](at[d]);
    }
    return height;
  }

  /// The factor by which a step shrinks a wave.
  [[nodiscard]] static double kept_share(const wave& of) {
    double sum = 1;
    for (const sine_wave& each : of.along) {
      sum += 2 * each.neighbours();
    }
    return sum / (2 * D + 1);
  }

  /// The row that begins with this cell.
  void start_row(std::ptrdiff_t cell) {
    const position at = position_of(cell);
    double* const row = arrays_[0].data() + index_of(at);
    for (const wave& each : waves_) {
      const double height = height_at(each, at, D - 1);
      const sine_wave& along = each.along[D - 1];
      for (std::ptrdiff_t i = 0; i < problem_.inner[D - 1]; ++i) {
        row[i] += height * along(static_cast<std::size_t>(i + 1));
      }
    }
  }

  problem problem_;
  jacobi_kernel* kernel_;
  extents<D> sizes_{};
  extents<D> strides_{};
  std::array<untouched_vector<double>, 2> arrays_;
  std::vector<wave> waves_;
};

}  // namespace nuthatch::workloads
