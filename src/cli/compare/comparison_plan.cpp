#include "cli/compare/comparison_plan.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/compare/contender.hpp"
#include "cli/compare/peer.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/setting.hpp"
#include "cli/options/usage_error.hpp"
#include "cli/system/own_path.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

using command_line = std::vector<std::string>;

void check_settings(const comparison_request& request) {
  for (const setting& one : request.settings) {
    if (!one.workload.empty()) {
      require_known(
          "--set: there is, among those compared, no workload", one.workload, request.workloads);
    } else if (request.workloads.size() > 1) {
      throw usage_error(fmt::format(
          "--set: {} does not say whose it is; with several workloads it takes {}.{}={}",
          one.key,
          request.workloads.front(),
          one.key,
          one.value));
    }
  }
}

/// This very command, running the workload once; a user can type it as well.
command_line own_command(const comparison_request& request, const std::string& workload) {
  command_line command{own_path(), "bench", workload, "--repeat", "1", "--quiet", "--json", "-"};
  command.insert(command.end(), {"--size", std::string(workloads::to_string(request.size))});
  for (const setting& one : request.settings) {
    if (one.workload.empty() || one.workload == workload) {
      command.insert(command.end(), {"--set", one.key + "=" + one.value});
    }
  }
  return command;
}

contender serial_contender(const comparison_request& request, const std::string& workload) {
  contender one;
  one.name = "serial";
  one.command = own_command(request, workload);
  one.command.insert(one.command.end(), {"--only", "serial"});
  return one;
}

contender scheduler_contender(const comparison_request& request,
                              const std::string& workload,
                              const std::string& scheduler,
                              const std::string& policy,
                              unsigned workers) {
  contender one;
  one.kind = contender_kind::scheduler;
  one.name = scheduler;
  one.policy = policy;
  one.workers = workers;
  one.command = own_command(request, workload);
  one.command.insert(one.command.end(), {"--only", "parallel", "--scheduler", scheduler});
  one.command.insert(one.command.end(), {"--policy", policy, "--workers", std::to_string(workers)});
  return one;
}

/// Peers have sizes of their own, or none: they are told every parameter.
contender peer_contender(const peer& other,
                         const std::string& workload,
                         const workloads::parameters& parameters,
                         unsigned workers) {
  contender one;
  one.kind = contender_kind::peer;
  one.name = other.name;
  one.workers = workers;
  if (!other.available()) {
    one.unavailable = other.unavailable;
  } else if (!other.knows(workload)) {
    one.unavailable = "does not have " + workload;
  } else {
    one.command = {other.path, "run", workload, "--workers", std::to_string(workers)};
    one.command.insert(one.command.end(), {"--repeat", "1"});
    for (const auto& [key, value] : parameters.values()) {
      one.command.insert(one.command.end(), {"--set", fmt::format("{}={}", key, value)});
    }
  }
  return one;
}

comparison_entry make_entry(const comparison_request& request, const std::string& name) {
  const workloads::workload& workload = find_workload("--workloads", name);
  comparison_entry entry{.workload = &workload,
                         .parameters = resolve_parameters(workload, request.size, request.settings),
                         .contenders = {serial_contender(request, name)}};
  for (const unsigned workers : request.workers) {
    for (const std::string& scheduler : request.schedulers) {
      for (const std::string& policy : request.policies) {
        entry.contenders.push_back(scheduler_contender(request, name, scheduler, policy, workers));
      }
    }
    for (const peer& other : request.peers) {
      contender one = peer_contender(other, name, entry.parameters, workers);
      // With how many workers somebody does not run need not be said twice.
      if (one.unavailable.empty() || workers == request.workers.front()) {
        entry.contenders.push_back(std::move(one));
      }
    }
  }
  return entry;
}

}  // namespace

comparison_plan make_plan(comparison_request request) {
  check_settings(request);
  comparison_plan plan;
  for (const std::string& name : request.workloads) {
    plan.entries.push_back(make_entry(request, name));
  }
  plan.request = std::move(request);
  return plan;
}

}  // namespace nuthatch::cli
