// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/square_matrix.hpp"
#include "workloads/kernels/strassen_product.hpp"

namespace nuthatch::peers {

/// The product of two square matrices by seven products of quarters.
class strassen_problem {
 public:
  static constexpr const char* name = "strassen";

  static settings::values defaults() { return {{"n", "1024"}, {"cutoff", "64"}}; }

  explicit strassen_problem(const settings& parameters)
      : cutoff_(parameters.size("cutoff", 4, 16384)),
        all_(size(parameters, cutoff_)) {}

  void reset() { all_.start(); }

  /// `policy` must have fork_join(policy, call...).
  template <class Policy>
  void run(Policy policy) {
    workloads::strassen_product::run(policy, all_.c(), all_.a(), all_.b(), cutoff_);
  }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() const { return all_.verify(); }

 private:
  static std::size_t size(const settings& parameters, std::size_t cutoff) {
    const std::size_t n = parameters.size("n", 2, 16384);
    if (!workloads::strassen_product::halves_evenly(n, cutoff)) {
      throw settings_error("n=" + parameters.text("n") +
                           ": expected a number that can be halved until it is at most the "
                           "cut-off");
    }
    return n;
  }

  std::size_t cutoff_;
  workloads::product_of_two all_;
};

}  // namespace nuthatch::peers
