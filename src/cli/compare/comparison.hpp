// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/compare/contender.hpp"
#include "cli/compare/peer.hpp"
#include "cli/options/option_values.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

/// What to compare. Every list has at least one entry, except for `peers`; no worker count is 0.
struct comparison_request {
  std::vector<std::string> workloads;
  std::vector<std::string> schedulers;
  std::vector<std::string> policies;
  std::vector<unsigned> workers;
  std::vector<peer> peers;
  workloads::problem_size size = workloads::problem_size::standard;
  std::vector<setting> settings;
  unsigned repeat = 5;
  double time_limit = 0;  ///< seconds per process, warm-up included; 0: none
};

/// One workload and its contenders. The serial program is the first.
struct comparison_entry {
  const workloads::workload* workload = nullptr;
  workloads::parameters parameters;
  std::vector<contender> contenders;
};

/// One run of a process, in the order of time.
struct comparison_step {
  unsigned round = 0;         ///< from 1
  std::size_t entry = 0;      ///< index of the entries
  std::size_t contender = 0;  ///< index of its contenders
  double started = 0;         ///< seconds since the comparison began
};

struct comparison {
  comparison_request request;
  std::vector<comparison_entry> entries;
  std::vector<comparison_step> steps;
};

/// Determines all contenders. Throws usage_error if a setting fits no workload of the request.
comparison plan_comparison(comparison_request request);

/// The order of `count` contenders in a round (from 1). Each round begins one further, so that no
/// contender always runs after the same one.
std::vector<std::size_t> order_of_round(unsigned round, std::size_t count);

/// Runs each contender once per round, as a separate process that makes one warm-up run first, so
/// that all alternate in time under the same conditions. A contender that is wrong or fails runs no
/// more. In the end, those whose answers differ from the serial program's are wrong. `observe` is
/// called before each step.
///
/// Throws usage_error if a workload rejects the value of a parameter.
void run_comparison(comparison& all, const std::function<void(const comparison_step&)>& observe);

}  // namespace nuthatch::cli
