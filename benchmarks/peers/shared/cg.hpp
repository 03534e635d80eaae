// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/cg_input.hpp"
#include "workloads/kernels/eigenvalue_search.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/sparse_matrix.hpp"
#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::peers {

/// NAS CG: short loops over the rows of a matrix, each block of which is a task.
class cg_problem {
 public:
  static constexpr const char* name = "cg";

  static settings::values defaults() { return {{"class", "W"}, {"tasks", "0"}}; }

  explicit cg_problem(const settings& parameters)
      : which_(parameters.entry("class", workloads::cg_classes())),
        matrix_(workloads::cg_matrix(which_)),
        search_(matrix_, which_.shift, tasks(parameters), workloads::untouched) {}

  void reset() { search_.start(); }

  /// Restores the input by the loops of run(), including the matrix, which is copied.
  template <class Policy>
  void reset(Policy policy) {
    workloads::sparse_matrix copy(matrix_, workloads::untouched);
    search_.for_each_block(
        policy, [&](std::size_t first, std::size_t last) { copy.copy_rows(matrix_, first, last); });
    matrix_ = std::move(copy);  // the search continues with this object
    search_.start(policy);
  }

  /// `policy` must have spawn_each(policy, count, body).
  template <class Policy>
  void run(Policy policy) {
    search_.run(policy, which_.steps);
  }

  [[nodiscard]] std::string answer() const {
    return workloads::message("zeta ", search_.zeta(), ", residual ", search_.residual());
  }

  [[nodiscard]] std::string verify() const { return workloads::check_zeta(which_, search_.zeta()); }

 private:
  static std::size_t tasks(const settings& parameters) {
    constexpr std::size_t automatic = 64;
    const std::size_t wanted = parameters.size("tasks", 0, 1000);
    return wanted == 0 ? automatic : wanted;
  }

  workloads::cg_class which_;
  workloads::sparse_matrix matrix_;
  workloads::eigenvalue_search search_;
};

}  // namespace nuthatch::peers
