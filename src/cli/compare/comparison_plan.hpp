#pragma once

#include <string>
#include <vector>

#include "cli/compare/contender.hpp"
#include "cli/compare/peer.hpp"
#include "cli/options/setting.hpp"
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

struct comparison_plan {
  comparison_request request;
  std::vector<comparison_entry> entries;
};

/// Throws usage_error where a setting fits no workload of the request.
comparison_plan make_plan(comparison_request request);

}  // namespace nuthatch::cli
