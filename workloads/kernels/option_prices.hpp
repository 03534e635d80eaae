// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <nuthatch/effects.hpp>

#include "workloads/kernels/leveled/apop.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/splicing/area.hpp"
#include "workloads/splicing/note_access.hpp"

namespace nuthatch::workloads {

struct option_problem {
  std::ptrdiff_t cells;
  std::size_t steps;
  bool computes;  ///< false: kernels return at once
};

/// A backward time step, from one array to another.
struct option_sweep {
  static constexpr std::size_t dimensions = 1;
  static constexpr std::size_t regions = 6;  // of two steps together, which share one
  using effect = effects::effect<effects::range, regions>;

  apop_kernel* kernel;
  const double* pays;
  const double* from;
  double* to;
  const apop_weights* weights;

  [[nodiscard]] effect touches(const area<1>& cells) const {
    const auto [first, last] = cells[0];
    effect all(effects::access::reads, effects::range(from + first - 1, from + last + 1));
    all.add(effects::access::reads, effects::range(pays + first, pays + last));
    all.add(effects::access::writes, effects::range(to + first, to + last));
    return all;
  }

  void run(const area<1>& cells) const {
    const auto [first, last] = cells[0];
    note_reads(from + first - 1, last - first + 2);
    note_reads(pays + first, last - first);
    note_writes(to + first, last - first);
    kernel(pays, from, to, weights, cells[0]);
  }
};

/// The value of an American put option at each price of its stock, computed by explicit finite
/// differences: step by step from the expiration to today, on a grid of the logarithm of prices.
/// The option is that of Hull's book, Options, Futures, and Other Derivatives: of 5 months.
///
/// Far from the strike nothing happens, so the line of cells holds many such grids side by side. In
/// the given time, no influence of a grid's edge reaches its middle, where the price is the strike.
class option_prices {
 public:
  using problem = option_problem;
  using sweep = option_sweep;

  static constexpr double ns_per_cell = 2.2;

  explicit option_prices(const problem& given);

  [[nodiscard]] std::size_t sweeps() const noexcept { return problem_.steps; }

  [[nodiscard]] sweep at(std::size_t k) noexcept;

  /// The cells except for the first and the last one, which do not change.
  [[nodiscard]] area<1> cells() const noexcept { return {{{1, problem_.cells + 1}}}; }

  /// A step reads cells of the previous step up to a distance of one.
  [[nodiscard]] static std::ptrdiff_t lag(std::size_t k) noexcept {
    return static_cast<std::ptrdiff_t>(k);
  }

  void start();

  [[nodiscard]] const untouched_vector<double>& result() const noexcept {
    return values_[problem_.steps % 2];
  }

  /// Compares the value where the price is the strike with that of a fine binomial tree.
  [[nodiscard]] std::string check() const;

  [[nodiscard]] std::string answer() const;

 private:
  /// The number of cells in one of the grids.
  [[nodiscard]] std::ptrdiff_t grid_size() const noexcept;

  /// The logarithm of price over strike.
  [[nodiscard]] double logarithm_at(std::ptrdiff_t cell) const noexcept;

  problem problem_;
  apop_kernel* kernel_;
  double spacing_;  // of the logarithms
  apop_weights weights_{};
  untouched_vector<double> pays_;
  std::array<untouched_vector<double>, 2> values_;
};

}  // namespace nuthatch::workloads
