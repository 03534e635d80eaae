// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "workloads/kernels/fibonacci.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// The time of one of the two calls, without their spawns.
inline constexpr double ns_per_fib_call = 1.4;

/// Parallel::run<Policy>(n, cutoff) is the recursion with spawns, down to `cutoff`. So is
/// Parallel::run_placed<Policy>(n, cutoff), if it exists, which states how to divide it evenly.
template <class Parallel>
class fib_instance final : public instance {
 public:
  fib_instance(int n, int cutoff) : n_(n), cutoff_(cutoff) {}

  void reset() override { result_ = -1; }

  void run_serial() override { result_ = fib_serial(n_); }

  void run_parallel(spawn_policy policy) override {
    result_ = with_policy(
        policy, [this](auto tag) { return Parallel::template run<decltype(tag)>(n_, cutoff_); });
  }

  void run_phases(spawn_policy policy, phases& by) override {
    const bool plain = by.plain();
    by.run(0, [this, policy, plain] { plain ? run_parallel(policy) : run_placed(policy); });
  }

  std::string verify() override {
    const std::int64_t expected = fibonacci(n_);
    return result_ == expected ? std::string()
                               : message("fib(", n_, "): expected ", expected, ", found ", result_);
  }

  [[nodiscard]] std::string answer() const override { return message(result_); }

 private:
  void run_placed(spawn_policy policy) {
    if constexpr (Parallel::can_be_placed) {
      result_ = with_policy(policy, [this](auto tag) {
        return Parallel::template run_placed<decltype(tag)>(n_, cutoff_);
      });
    } else {
      run_parallel(policy);
    }
  }

  int n_;
  int cutoff_;
  std::int64_t result_ = -1;
};

/// With a cut-off, `paper` is that of the Barcelona OpenMP Tasks Suite: it spawns on ten levels,
/// which gives about as many spawns.
inline std::vector<parameter> fib_parameters(bool has_cutoff) {
  if (!has_cutoff) {
    return {{"n", "which Fibonacci number", {"22", "35", "40"}, integer_range{0, 90}}};
  }
  return {{"n", "which Fibonacci number", {"22", "35", "50"}, integer_range{0, 90}},
          {"cutoff",
           "numbers below this one are computed without spawns",
           {"0", "0", "37"},
           integer_range{0, 90}}};
}

/// The differences between the programs, besides their names.
template <class Parallel>
workload fib_program(const char* name, const char* description) {
  return {name,
          description,
          fib_parameters(Parallel::has_cutoff),
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const int cutoff =
                Parallel::has_cutoff ? static_cast<int>(chosen.get_int("cutoff")) : 0;
            return std::make_unique<fib_instance<Parallel>>(static_cast<int>(chosen.get_int("n")),
                                                            cutoff);
          }};
}

}  // namespace nuthatch::workloads
