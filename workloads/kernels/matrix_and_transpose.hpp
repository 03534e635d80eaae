#pragma once

#include <cstddef>
#include <string>

#include <nuthatch/effects.hpp>
#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/leveled/matrix_products.hpp"
#include "workloads/kernels/untouched_vector.hpp"
#include "workloads/parameters.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

struct matrix_and_transpose_problem {
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
  std::size_t rounds;           ///< each of them with vectors of its own
  std::ptrdiff_t task_columns;  ///< of the transpose, for a task
  bool adds;                    ///< to vectors that are there; or to zero
  bool computes;                ///< or its kernels return at once
};

/// The parameter of that name.
[[nodiscard]] inline std::ptrdiff_t task_columns(const parameters& chosen) {
  return static_cast<std::ptrdiff_t>(chosen.get_size("task-columns", 1, 100'000));
}

/// The product of a matrix, or of its transpose, with a vector: some of its rows and columns.
struct product_sweep {
  static constexpr std::size_t dimensions = 2;
  using effect = effects::effect<effects::range>;

  matrix_kernel* kernel;
  const double* matrix;
  std::ptrdiff_t columns;
  std::ptrdiff_t pitch;
  const double* by;
  double* row_parts;  ///< of the sums of rows; null for the transpose
  double* result;

  /// It says that it reads the matrix only because others that do are worth running with it: nobody
  /// writes that, nor what it is multiplied by. The order of additions matters in the last bits, so
  /// the sums are written, not accumulated. Other products have other sums.
  [[nodiscard]] effect touches(const area<2>& cells) const {
    const auto& [rows, within] = cells;
    const auto part = [](const double* of, const effects::interval& elements) {
      return effects::range(of + elements.first, of + elements.last);
    };
    const effect reads = effects::reads(
        part(matrix, {rows.first * pitch + within.first, (rows.last - 1) * pitch + within.last}));
    return row_parts == nullptr
               ? reads + effects::writes(part(result, within))
               : reads + effects::writes(part(result, rows)) +
                     effects::writes(
                         part(row_parts, {rows.first * row_sums, rows.last * row_sums}));
  }

  void run(const area<2>& cells) const;
};

/// Products of a matrix with vectors, and of its transpose with others, in turn: each of them goes
/// through the whole matrix.
class matrix_and_transpose {
 public:
  using problem = matrix_and_transpose_problem;
  using sweep = product_sweep;

  static constexpr double ns_per_cell = 0.6;

  explicit matrix_and_transpose(const problem& given);

  [[nodiscard]] std::size_t sweeps() const noexcept { return 2 * problem_.rounds; }

  /// The even ones are of the matrix, the odd ones of the transpose.
  [[nodiscard]] sweep at(std::size_t k);

  [[nodiscard]] area<2> cells() const noexcept {
    return {effects::interval{0, problem_.rows}, effects::interval{0, problem_.columns}};
  }

  /// They do not depend on each other.
  [[nodiscard]] static std::ptrdiff_t lag(std::size_t /*k*/) noexcept { return 0; }

  void start();

  /// The rows of a product, or the columns of one of the transpose, in parallel: what is added to
  /// one sum comes in order.
  template <class Policy>
  void fork_sweep(Policy policy, std::size_t k, const extents<2>& leaf) {
    fork_part(policy, at(k), cells(), leaf);
  }

  /// All sums of all rounds.
  [[nodiscard]] const untouched_vector<double>& result() const noexcept { return results_; }

  /// Computes some sums from the definition, and one that depends on all of them from both
  /// products. Empty where they agree but for rounding, else what does not.
  [[nodiscard]] std::string check() const;

  [[nodiscard]] std::string answer() const;

 private:
  template <class Policy>
  void fork_part(Policy policy, const sweep& what, const area<2>& part, const extents<2>& leaf) {
    const std::size_t apart = what.row_parts == nullptr ? 1 : 0;
    const std::ptrdiff_t task = apart == 0 ? leaf[0] : problem_.task_columns;
    if (!spawns_may_move() || length(part[apart]) <= task) {
      run_in_blocks<Policy>(what, part, leaf);
      return;
    }
    const auto cut = [&part, apart](bool low) {
      const std::ptrdiff_t middle = part[apart].first + length(part[apart]) / 2;
      area<2> half = part;
      (low ? half[apart].last : half[apart].first) = middle;
      return half;
    };
    fork_join(
        policy,
        [&, policy] { fork_part(policy, what, cut(true), leaf); },
        [&, policy] { fork_part(policy, what, cut(false), leaf); });
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

  /// Of a round, in results_.
  [[nodiscard]] std::ptrdiff_t result_of_rows(std::size_t round) const noexcept;
  [[nodiscard]] std::ptrdiff_t result_of_columns(std::size_t round) const noexcept;

  [[nodiscard]] std::string check_sums(std::size_t round) const;
  [[nodiscard]] std::string check_all(std::size_t round) const;

  problem problem_;
  std::ptrdiff_t pitch_;
  untouched_vector<double> matrix_;
  untouched_vector<double> row_parts_;  // of all rounds
  untouched_vector<double> by_rows_;    // what rows are multiplied by: an element for each column
  untouched_vector<double> by_columns_;
  untouched_vector<double> results_;
};

}  // namespace nuthatch::workloads
