// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <nuthatch/effects.hpp>
#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/leveled/matrix_products.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

struct matrix_and_transpose_problem {
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
  std::size_t rounds;  ///< each with its own vectors
  bool adds;           ///< adds to existing vectors; false: to zero
  bool computes;       ///< false: kernels return at once
};

/// Sums of columns are kept separately for each group of this many rows. So rows in different
/// groups are independent, and the additions to each sum have one order.
inline constexpr std::ptrdiff_t block_rows = 128;

/// The product of a matrix, or of its transpose, with a vector: some of its rows and columns.
struct product_sweep {
  static constexpr std::size_t dimensions = 2;
  using effect = effects::effect<effects::range>;

  matrix_kernel* kernel;
  const double* matrix;
  std::ptrdiff_t columns;
  std::ptrdiff_t pitch;
  bool transposed;
  const double* by;
  double* parts;  ///< of sums: row_sums for each row, or one for each group of rows and column

  /// The effect declares reads of the matrix only because running it with other readers is
  /// worthwhile: nothing writes the matrix, or the vectors that it is multiplied by. The order of
  /// additions affects the last bits, so sums are declared as written, not accumulated. Other
  /// products have other sums.
  [[nodiscard]] effect touches(const area<2>& cells) const {
    const auto& [rows, within] = cells;
    const effect reads =
        effects::reads(effects::range(matrix + rows.first * pitch + within.first,
                                      matrix + (rows.last - 1) * pitch + within.last));
    return reads + effects::writes(transposed ? effects::range(part(rows.first) + within.first,
                                                               part(rows.last - 1) + within.last)
                                              : effects::range(part(rows.first), part(rows.last)));
  }

  void run(const area<2>& cells) const;

 private:
  void note(const area<2>& cells) const;

  /// The sums that this row adds to.
  [[nodiscard]] double* part(std::ptrdiff_t row) const noexcept {
    return parts + (transposed ? row / block_rows * columns : row * row_sums);
  }
};

/// Products of a matrix with vectors, and of its transpose with others, in turn. Each goes through
/// the whole matrix.
class matrix_and_transpose {
 public:
  using problem = matrix_and_transpose_problem;
  using sweep = product_sweep;

  static constexpr double ns_per_cell = 0.6;

  explicit matrix_and_transpose(const problem& given);

  [[nodiscard]] std::size_t sweeps() const noexcept { return 2 * problem_.rounds; }

  /// Even numbers are products of the matrix, odd ones of the transpose.
  [[nodiscard]] sweep at(std::size_t k);

  [[nodiscard]] area<2> cells() const noexcept {
    return {effects::interval{0, problem_.rows}, effects::interval{0, problem_.columns}};
  }

  /// The products do not depend on each other.
  [[nodiscard]] static std::ptrdiff_t lag(std::size_t /*k*/) noexcept { return 0; }

  void start();

  /// Adds up the parts of sums when all sweeps are done.
  void finish();

  /// Blocks of rows run in parallel, the blocks of one row in order.
  template <class Policy>
  void fork_sweep(Policy policy, std::size_t k, const extents<2>& leaf) {
    fork_rows(policy, at(k), cells(), leaf);
  }

  /// The sums of all rounds.
  [[nodiscard]] const untouched_vector<double>& result() const noexcept { return results_; }

  /// Computes some sums from the definition, and one that depends on all of them from both
  /// products. Returns an empty string if they agree up to rounding, else what differs.
  [[nodiscard]] std::string check() const;

  [[nodiscard]] std::string answer() const;

 private:
  template <class Policy>
  static void fork_rows(Policy policy,
                        const sweep& what,
                        const area<2>& part,
                        const extents<2>& leaf) {
    const std::ptrdiff_t blocks = (length(part[0]) + block_rows - 1) / block_rows;
    if (blocks <= 1 || length(part[0]) <= leaf[0] || !spawns_may_migrate()) {
      run_in_blocks<Policy>(what, part, leaf);
      return;
    }
    const std::ptrdiff_t middle = part[0].first + blocks / 2 * block_rows;
    fork_join(
        policy,
        [&, policy] { fork_rows(policy, what, {{{part[0].first, middle}, part[1]}}, leaf); },
        [&, policy] { fork_rows(policy, what, {{{middle, part[0].last}, part[1]}}, leaf); });
  }

  template <class Policy>
  static void run_in_blocks(const sweep& what, const area<2>& part, const extents<2>& leaf) {
    if (const auto parts = halves(part, leaf)) {
      run_in_blocks<Policy>(what, parts->first, leaf);
      run_in_blocks<Policy>(what, parts->second, leaf);
      return;
    }
    state<Policy>(ns_per_cell, count(part));
    what.run(part);
  }

  [[nodiscard]] std::ptrdiff_t blocks() const noexcept {
    return (problem_.rows + block_rows - 1) / block_rows;
  }

  /// The index of a round in results_.
  [[nodiscard]] std::ptrdiff_t result_of_rows(std::size_t round) const noexcept;
  [[nodiscard]] std::ptrdiff_t result_of_columns(std::size_t round) const noexcept;

  [[nodiscard]] std::string check_sums(std::size_t round) const;
  [[nodiscard]] std::string check_sum(std::size_t round, bool of_row, std::ptrdiff_t at) const;
  [[nodiscard]] std::string check_all(std::size_t round) const;

  problem problem_;
  std::ptrdiff_t pitch_;
  untouched_vector<double> matrix_;
  untouched_vector<double> row_parts_;     // of all rounds
  untouched_vector<double> column_parts_;  // of all rounds
  untouched_vector<double> by_rows_;  // what rows are multiplied by: an element for each column
  untouched_vector<double> by_columns_;
  untouched_vector<double> results_;
};

}  // namespace nuthatch::workloads
