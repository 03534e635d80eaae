// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "workloads/kernels/block_matrix.hpp"

namespace nuthatch::workloads {

/// How the tasks of a round are spawned, as in the Barcelona OpenMP Tasks Suite: all by one task,
/// or by the iterations of a parallel loop.
struct sparse_lu_variant {
  std::string_view name;
  bool by_loop;
};

inline std::span<const sparse_lu_variant> sparse_lu_variants() {
  static constexpr std::array<sparse_lu_variant, 2> list{{{"single", false}, {"for", true}}};
  return list;
}

/// Spawns from the calling task only. Works for any policy that has a scope_of(policy) in its
/// namespace.
template <class Policy>
struct spawned_by_one {
  using policy_type = Policy;

  Policy policy;

  /// Calls it once, before what follows.
  template <class Call>
  void once(const Call& call) const {
    call();
  }

  /// Calls body(i, run) for first ≤ i < last, and returns when each step of a run(step) is done.
  template <class Body>
  void each(std::size_t first, std::size_t last, const Body& body) const {
    auto steps = scope_of(policy);
    for (std::size_t i = first; i < last; ++i) {
      body(i, [&steps](auto step) { steps.spawn(step); });
    }
    steps.sync();
  }
};

// The steps of round k, each passed to run(step) in turn. They concern different blocks, so they
// may run concurrently.

/// The block right of the diagonal in column i, and the one below it in row i.
template <class Policy, class Run>
void solve_with_diagonal(const block_matrix& a, std::size_t k, std::size_t i, Run run) {
  const std::size_t n = a.size();
  const double* const diagonal = a.at(k, k);
  if (double* const right = a.at(k, i)) {
    run([diagonal, right, n] {
      state_updates<Policy>(n, 2);
      solve_right(diagonal, right, n);
    });
  }
  if (double* const below = a.at(i, k)) {
    run([diagonal, below, n] {
      state_updates<Policy>(n, 2);
      solve_below(diagonal, below, n);
    });
  }
}

/// The rest of row i.
template <class Policy, class Run>
void update_row(block_matrix& a, std::size_t k, std::size_t i, Run run) {
  if (a.at(i, k) == nullptr) {
    return;
  }
  for (std::size_t j = k + 1; j < a.count(); ++j) {
    if (a.at(k, j) != nullptr) {
      run([&a, i, j, k] {
        state_updates<Policy>(a.size(), 1);
        update(a.fill(i, j), a.at(i, k), a.at(k, j), a.size());
      });
    }
  }
}

/// The LU decomposition in place, right-looking. Blocks that become more than zeros are filled.
/// `by` spawns, like spawned_by_one.
template <class Spawned>
void decompose_sparse(block_matrix& a, const Spawned& by) {
  using policy = typename Spawned::policy_type;
  for (std::size_t k = 0; k < a.count(); ++k) {
    by.once([&a, k] {
      state_updates<policy>(a.size(), 3);
      factor(a.at(k, k), a.size());
    });
    by.each(k + 1, a.count(), [&a, k](std::size_t i, auto run) {
      solve_with_diagonal<policy>(a, k, i, run);
    });
    by.each(
        k + 1, a.count(), [&a, k](std::size_t i, auto run) { update_row<policy>(a, k, i, run); });
  }
}

}  // namespace nuthatch::workloads
