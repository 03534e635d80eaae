#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cli/compare/comparison_plan.hpp"
#include "cli/compare/contender.hpp"

namespace nuthatch::cli {

/// One process that was run, in the order of time.
struct comparison_step {
  unsigned round = 0;         ///< from 1
  std::size_t entry = 0;      ///< index of plan.entries
  std::size_t contender = 0;  ///< index of its contenders
  double started = 0;         ///< seconds since the comparison began
};

struct comparison {
  comparison_plan plan;
  std::vector<std::vector<contender_record>> records;  ///< [entry][contender]
  std::vector<comparison_step> steps;
};

using comparison_observer = std::function<void(const comparison&, const comparison_step&)>;

/// The order of `count` contenders in a round (from 1): each round begins one further, so that
/// nobody always runs behind the same neighbour.
std::vector<std::size_t> order_of_round(unsigned round, std::size_t count);

/// Runs everybody once per round, each as a process of its own that makes one warm-up run first, so
/// that all alternate in time under the same conditions. Whoever is wrong or fails runs no more,
/// and finally those are wrong whose answer is not the serial program's. `observe` is told each
/// step before it, with the records so far.
///
/// Throws usage_error when a parameter has a value that its workload does not take.
comparison run_comparison(comparison_plan plan, const comparison_observer& observe);

}  // namespace nuthatch::cli
