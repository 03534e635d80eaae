#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/lu_instance.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

// The steps of round k, each given to run(step) in turn. They concern different blocks, so they may
// be run at once.

template <class Run>
void solve_row_and_column(const block_matrix& a, std::size_t k, Run run) {
  const std::size_t n = a.size();
  const double* const diagonal = a.at(k, k);
  for (std::size_t j = k + 1; j < a.count(); ++j) {
    if (double* const right = a.at(k, j)) {
      run([diagonal, right, n] { solve_right(diagonal, right, n); });
    }
    if (double* const below = a.at(j, k)) {
      run([diagonal, below, n] { solve_below(diagonal, below, n); });
    }
  }
}

template <class Run>
void update_row(block_matrix& a, std::size_t i, std::size_t k, Run run) {
  for (std::size_t j = k + 1; j < a.count(); ++j) {
    if (a.at(k, j) != nullptr) {
      run([&a, i, j, k] { update(a.fill(i, j), a.at(i, k), a.at(k, j), a.size()); });
    }
  }
}

template <class Run>
void update_rest(block_matrix& a, std::size_t k, Run run) {
  for (std::size_t i = k + 1; i < a.count(); ++i) {
    if (a.at(i, k) != nullptr) {
      update_row(a, i, k, run);
    }
  }
}

/// Right-looking decomposition. `phase(all)` calls all(run) and returns when what was given to run
/// is done.
template <class Phase>
void decompose(block_matrix& a, Phase phase) {
  for (std::size_t k = 0; k < a.count(); ++k) {
    factor(a.at(k, k), a.size());
    phase([&a, k](auto run) { solve_row_and_column(a, k, run); });
    phase([&a, k](auto run) { update_rest(a, k, run); });
  }
}

struct by_rounds {
  void operator()(in_order_tag /*tag*/, block_matrix& a) const {
    decompose(a, [](auto all) { all([](auto step) { step(); }); });
  }

  template <class Policy>
  void operator()(Policy policy, block_matrix& a) const {
    const std::size_t updates = a.size() * a.size() * a.size();
    decompose(a, [policy, updates](auto all) {
      scope steps;
      all([&steps, policy, updates](auto step) {
        steps.spawn(policy, [step, updates] {
          state<Policy>(ns_per_update, updates);
          step();
        });
      });
      steps.sync();
    });
  }
};

}  // namespace

workload sparse_lu_workload() {
  return {"sparse-lu",
          "LU decomposition of a sparse matrix of blocks: rounds of fewer and fewer tasks",
          {{"n", "rows and columns, 2 to 16384", {"384", "2048", "4096"}},
           {"block", "rows and columns of a block, divides n", {"16", "64", "64"}}},
          &lu_instance<by_rounds, block_matrix::pattern::sparse>::prepare};
}

}  // namespace nuthatch::workloads
