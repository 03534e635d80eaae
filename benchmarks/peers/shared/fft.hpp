// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/fourier_transform.hpp"

namespace nuthatch::peers {

/// The Fourier transform of a random signal, by halves that are combined in halves.
class fft_problem {
 public:
  static constexpr const char* name = "fft";

  static settings::values defaults() { return {{"n", "1048576"}, {"cutoff", "1024"}}; }

  explicit fft_problem(const settings& parameters)
      : all_(points(parameters),
             parameters.size("cutoff", 1, workloads::fourier_transform::max_points)) {}

  void reset() { all_.start(); }

  /// `policy` must have fork_join(policy, call, call).
  template <class Policy>
  void run(Policy policy) {
    all_.run(policy);
  }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() { return all_.verify(); }

 private:
  static std::size_t points(const settings& parameters) {
    const std::size_t n = parameters.size("n", 1, workloads::fourier_transform::max_points);
    if (!std::has_single_bit(n)) {
      throw settings_error("n=" + parameters.text("n") + ": expected a power of two");
    }
    return n;
  }

  workloads::fourier_transform all_;
};

}  // namespace nuthatch::peers
