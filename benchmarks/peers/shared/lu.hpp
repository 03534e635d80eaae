#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/quadrant_lu.hpp"

namespace nuthatch::peers {

/// LU decomposition of a dense matrix by quadrants.
class lu_problem {
 public:
  static constexpr const char* name = "lu";

  static settings::values defaults() { return {{"n", "1536"}, {"block", "64"}}; }

  explicit lu_problem(const settings& parameters) : matrix_(count(parameters), block(parameters)) {}

  void reset() { matrix_.fill_with_input(pattern); }

  /// `policy` has a fork_join(policy, call, call).
  template <class Policy>
  void run(Policy policy) {
    workloads::decompose(policy, matrix_, {0, matrix_.count()});
  }

  [[nodiscard]] std::string answer() const {
    const std::size_t last = matrix_.count() - 1;
    const std::size_t corner = matrix_.size() * matrix_.size() - 1;
    return workloads::message(
        matrix_.filled(), " blocks, last element ", matrix_.at(last, last)[corner]);
  }

  [[nodiscard]] std::string verify() const {
    workloads::block_matrix input(matrix_.count(), matrix_.size());
    input.fill_with_input(pattern);
    return workloads::check_factors(input, matrix_);
  }

 private:
  static constexpr auto pattern = workloads::block_matrix::pattern::dense;

  static std::size_t block(const settings& parameters) {
    return static_cast<std::size_t>(parameters.integer("block", 1, 16384));
  }

  static std::size_t count(const settings& parameters) {
    const auto n = static_cast<std::size_t>(parameters.integer("n", 2, 16384));
    if (n % block(parameters) != 0) {
      throw settings_error(workloads::message(
          "block=", parameters.text("block"), ": expected a number that divides ", n));
    }
    return n / block(parameters);
  }

  workloads::block_matrix matrix_;
};

}  // namespace nuthatch::peers
