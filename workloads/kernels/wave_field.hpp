// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <nuthatch/effects.hpp>

#include "workloads/kernels/leveled/fdtd_2d.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

struct wave_problem {
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
  std::size_t steps;
  bool computes;  ///< false: kernels return at once
};

/// A third of a time step. It changes one of the three fields.
struct wave_sweep {
  static constexpr std::size_t dimensions = 2;
  static constexpr std::size_t regions = 6;  // of all three: each is read and written
  using effect = effects::effect<effects::box<2>, regions>;
  using view = effects::array_view<double, 2>;

  enum class field : std::uint8_t { ey, ex, hz };

  fdtd_2d_kernel* kernel;
  view ex;
  view ey;
  view hz;
  field changed;
  double source;  // the new value of the first row of ey
  bool computes;

  [[nodiscard]] effect touches(const area<2>& cells) const;
  void run(const area<2>& cells) const;

 private:
  void note(const area<2>& cells) const;
};

/// An electromagnetic field in two dimensions, computed step by step by finite differences in time:
/// fdtd-2d of PolyBench. Its source is the first row of ey, which is set in each step.
class wave_field {
 public:
  using problem = wave_problem;
  using sweep = wave_sweep;

  static constexpr double ns_per_cell = 1.6;

  explicit wave_field(const problem& given);

  [[nodiscard]] std::size_t sweeps() const noexcept { return sweeps_of_step * problem_.steps; }

  /// The sweeps over ey, ex and hz of one step after the other.
  [[nodiscard]] sweep at(std::size_t k);

  [[nodiscard]] area<2> cells() const noexcept {
    return {{{0, problem_.rows}, {0, problem_.columns}}};
  }

  /// hz reads cells of ex and ey up to one further on; these read cells of hz behind them.
  [[nodiscard]] static std::ptrdiff_t lag(std::size_t k) noexcept {
    return static_cast<std::ptrdiff_t>((k + 1) / sweeps_of_step);
  }

  void start();

  /// All three fields.
  [[nodiscard]] const untouched_vector<double>& result() const noexcept { return fields_; }

  /// Compares a corner with the result of a plain program, up to rounding.
  [[nodiscard]] std::string check() const;

  [[nodiscard]] std::string answer() const;

 private:
  static constexpr std::size_t sweeps_of_step = 3;

  [[nodiscard]] effects::array_view<double, 2> field_at(std::size_t place);

  problem problem_;
  std::array<fdtd_2d_kernel*, sweeps_of_step> kernels_;
  std::size_t size_;  // of a field
  untouched_vector<double> fields_;
};

}  // namespace nuthatch::workloads
