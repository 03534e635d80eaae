// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "benchmarks/peers/shared/lu.hpp"
#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/sparse_lu.hpp"

namespace nuthatch::peers {

/// LU decomposition of a sparse matrix of blocks, in rounds of tasks.
class sparse_lu_problem : public factored_matrix {
 public:
  static constexpr const char* name = "sparse-lu";

  static settings::values defaults() {
    return {{"n", "2048"}, {"block", "64"}, {"variant", "single"}};
  }

  explicit sparse_lu_problem(const settings& parameters)
      : factored_matrix(parameters, workloads::block_matrix::pattern::sparse),
        by_loop_(parameters.entry("variant", workloads::sparse_lu_variants()).by_loop) {}

  /// Whether the iterations of a parallel loop spawn the tasks; otherwise run(policy) does.
  [[nodiscard]] bool by_loop() const { return by_loop_; }

  /// `policy` must have scope_of(policy).
  template <class Policy>
  void run(Policy policy) {
    run_by(workloads::spawned_by_one<Policy>{policy});
  }

  /// `by` has the interface of spawned_by_one.
  template <class Spawned>
  void run_by(const Spawned& by) {
    workloads::decompose_sparse(matrix(), by);
  }

 private:
  bool by_loop_;
};

}  // namespace nuthatch::peers
