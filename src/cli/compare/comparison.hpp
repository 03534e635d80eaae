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

/// What is to be compared. Every list holds at least one entry, but `peers`; no worker count is 0.
struct comparison_request {
  std::vector<std::string> workloads;
  std::vector<std::string> schedulers;
  std::vector<std::string> policies;
  std::vector<unsigned> workers;
  std::vector<peer> peers;
  workloads::problem_size size = workloads::problem_size::standard;
  std::vector<setting> settings;
  unsigned repeat = 5;
  double time_limit = 0;  ///< seconds for one process, warm-up included; 0: none
};

/// One workload and everyone who runs it; the serial program is the first.
struct comparison_entry {
  const workloads::workload* workload = nullptr;
  workloads::parameters parameters;
  std::vector<contender> contenders;
};

/// One process that was run, in the order of time.
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

/// Everybody who is to run. Throws usage_error where a setting fits no workload of the request.
comparison plan_comparison(comparison_request request);

/// The order of `count` contenders in a round (from 1): each round begins one further, so that
/// nobody always runs behind the same neighbour.
std::vector<std::size_t> order_of_round(unsigned round, std::size_t count);

/// Runs everybody once per round, each as a process of its own that makes one warm-up run first, so
/// that all alternate in time under the same conditions. Whoever is wrong or fails runs no more,
/// and finally those are wrong whose answer is not the serial program's. `observe` is told each
/// step before it.
///
/// Throws usage_error when a parameter has a value that its workload does not take.
void run_comparison(comparison& all, const std::function<void(const comparison_step&)>& observe);

}  // namespace nuthatch::cli
