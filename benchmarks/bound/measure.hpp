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
  std::uint64_t ns = 0;  ///< virtual time of the call of runtime::run: T_P
  nuthatch::statistics counted;
};

/// The runs of a program under one scheduler and policy.
struct bound_series {
  std::string program;
  dag shape;
  std::string scheduler;
  spawn_policy policy = spawn_policy::adaptive;
  std::uint64_t one_worker_ns = 0;  ///< T1, which includes spawns and everything else
  std::vector<bound_run> runs;

  /// Returns (T_P - T1/P) / Tinf: how many times the critical path counts.
  [[nodiscard]] double c(const bound_run& run) const;

  /// Returns the largest c of all runs, but at least 0.
  [[nodiscard]] double largest_c() const;
};

/// Runs the program on virtual workers of one node, once for each number of workers, all from
/// `seed`; the results are the same each time. Throws error if an answer is wrong, or if the
/// program does not charge the work that its DAG has.
[[nodiscard]] bound_series measure_bound(const program& what,
                                         const std::string& scheduler,
                                         spawn_policy policy,
                                         const std::vector<unsigned>& workers,
                                         std::uint64_t seed,
                                         const twin::costs& of);

}  // namespace nuthatch::benchmarks
