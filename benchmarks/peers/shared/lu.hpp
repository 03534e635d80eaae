// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/quadrant_lu.hpp"

namespace nuthatch::peers {

/// A matrix of blocks that is decomposed in place. The parameters are n and block.
class factored_matrix {
 public:
  factored_matrix(const settings& parameters, workloads::block_matrix::pattern pattern)
      : pattern_(pattern),
        matrix_(count(parameters), block(parameters)) {}

  void reset() { matrix_.fill_with_input(pattern_); }

  [[nodiscard]] std::string answer() const {
    const std::size_t last = matrix_.count() - 1;
    const std::size_t corner = matrix_.size() * matrix_.size() - 1;
    return workloads::message(
        matrix_.filled(), " blocks, last element ", matrix_.at(last, last)[corner]);
  }

  [[nodiscard]] std::string verify() const {
    workloads::block_matrix input(matrix_.count(), matrix_.size());
    input.fill_with_input(pattern_);
    return workloads::check_factors(input, matrix_);
  }

 protected:
  [[nodiscard]] workloads::block_matrix& matrix() { return matrix_; }

 private:
  static std::size_t block(const settings& parameters) {
    return parameters.size("block", 1, 16384);
  }

  static std::size_t count(const settings& parameters) {
    const std::size_t n = parameters.size("n", 2, 16384);
    if (n % block(parameters) != 0) {
      throw settings_error(workloads::message(
          "block=", parameters.text("block"), ": expected a number that divides ", n));
    }
    return n / block(parameters);
  }

  workloads::block_matrix::pattern pattern_;
  workloads::block_matrix matrix_;
};

/// LU decomposition of a dense matrix by quadrants.
class lu_problem : public factored_matrix {
 public:
  static constexpr const char* name = "lu";

  static settings::values defaults() { return {{"n", "1536"}, {"block", "64"}}; }

  explicit lu_problem(const settings& parameters)
      : factored_matrix(parameters, workloads::block_matrix::pattern::dense) {}

  /// `policy` must have fork_join(policy, call, call).
  template <class Policy>
  void run(Policy policy) {
    workloads::decompose(policy, matrix(), {0, matrix().count()});
  }
};

}  // namespace nuthatch::peers
