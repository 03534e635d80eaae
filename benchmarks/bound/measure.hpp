// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "bound/program.hpp"
#include "twin/machine_model.hpp"

namespace nuthatch::benchmarks {

/// One run on virtual workers.
struct bound_run {
  unsigned workers = 0;
  std::uint64_t ns = 0;  ///< virtual, from the call of runtime::run until its return: T-P
  nuthatch::statistics counted;
};

/// How a program went under one scheduler and policy.
struct bound_series {
  std::string program;
  dag shape;
  std::string scheduler;
  spawn_policy policy = spawn_policy::adaptive;
  std::uint64_t one_worker_ns = 0;  ///< T1, spawns and all else included
  std::vector<bound_run> runs;

  /// (T-P - T1/P) / T-infinity: how often the critical path had to be waited for.
  [[nodiscard]] double c(const bound_run& run) const;

  /// Over all runs; not less than 0.
  [[nodiscard]] double largest_c() const;
};

/// Runs the program on so many virtual workers of one node, all from `seed`; the same each time.
/// Throws error when an answer is wrong, or the program does not state the work that its DAG has.
[[nodiscard]] bound_series measure_bound(const program& what,
                                         const std::string& scheduler,
                                         spawn_policy policy,
                                         const std::vector<unsigned>& workers,
                                         std::uint64_t seed,
                                         const twin::costs& of);

}  // namespace nuthatch::benchmarks
