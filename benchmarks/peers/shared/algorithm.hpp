// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/algorithm_input.hpp"

namespace nuthatch::peers {

/// An algorithm of the runtime's library over a row of elements.
class algorithm_problem {
 public:
  static constexpr const char* name = "algorithm";

  static settings::values defaults() {
    return {{"call", "sort"}, {"elements", "u64"}, {"order", "random"}, {"n", "10000000"}};
  }

  explicit algorithm_problem(const settings& parameters) : all_(chosen_by(parameters)) { reset(); }

  void reset() { all_.start(); }

  /// Calls the algorithm of a library. A library that lacks it calls missing().
  template <class Calls>
  void run_by(const Calls& calls) {
    all_.run(calls);
  }

  [[nodiscard]] std::string answer() const { return all_.answer(); }

  [[nodiscard]] std::string verify() const { return all_.verify(); }

  [[noreturn]] static void missing(const char* call) {
    throw settings_error("call=" + std::string(call) + ": this runtime has no such algorithm");
  }

 private:
  static workloads::algorithm_input chosen_by(const settings& parameters) {
    using workloads::algorithm_input;
    const auto& what = parameters.entry(
        "call", std::span<const workloads::named_algorithm>(workloads::algorithm_calls));
    const auto& type = parameters.entry("elements", algorithm_input::types());
    if (what.needs_numbers() && !type.has_numbers) {
      throw settings_error("elements=" + std::string(type.name) +
                           ": expected numbers, for this call: one of u32, u64, double");
    }
    const auto& order = parameters.entry(
        "order", std::span<const workloads::named_order>(workloads::element_orders));
    return {what, type, parameters.size("n", 2, 1'000'000'000), order.order};
  }

  workloads::algorithm_input all_;
};

}  // namespace nuthatch::peers
