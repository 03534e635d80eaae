#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/two_buffer_sort.hpp"

namespace nuthatch::peers {

/// Random integers, both the halves and their merge in parallel.
class mergesort_problem {
 public:
  static constexpr const char* name = "mergesort";

  static settings::values defaults() { return {{"n", "10000000"}, {"cutoff", "2000"}}; }

  explicit mergesort_problem(const settings& parameters)
      : cutoff_(static_cast<std::size_t>(
            parameters.integer("cutoff", workloads::two_buffer_sort::shortest, 1LL << 32))),
        input_(workloads::numbers_to_sort(
            static_cast<std::size_t>(parameters.integer("n", 2, 1LL << 32)))),
        sorted_(input_),
        spare_(input_.size()),
        fingerprint_(workloads::fingerprint(input_)) {}

  void reset() { std::ranges::copy(input_, sorted_.begin()); }

  /// `policy` has a fork_join(policy, call, call).
  template <class Policy>
  void run(Policy policy) {
    workloads::two_buffer_sort::run(policy, sorted_, spare_, cutoff_);
  }

  [[nodiscard]] std::string answer() const { return workloads::describe_sorted(sorted_); }

  [[nodiscard]] std::string verify() const {
    return workloads::check_sorted(sorted_, fingerprint_);
  }

 private:
  std::size_t cutoff_;
  std::vector<std::int32_t> input_;
  std::vector<std::int32_t> sorted_;
  std::vector<std::int32_t> spare_;
  std::uint64_t fingerprint_;
};

}  // namespace nuthatch::peers
