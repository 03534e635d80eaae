// SPDX-License-Identifier: Apache-2.0
#include "cli/compare/comparison.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/system/child_process.hpp"

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

void append(command_line& command, const command_line& more) {
  command.insert(command.end(), more.begin(), more.end());
}

/// A command line of this program that runs the workload once. A user can type it as well.
command_line own_command(const comparison_request& request, const std::string& workload) {
  command_line command{own_path(), "bench", workload, "--repeat", "1", "--quiet", "--json", "-"};
  append(command, {"--size", std::string(workloads::to_string(request.size))});
  for (const setting& one : request.settings) {
    if (one.workload.empty() || one.workload == workload) {
      append(command, {"--set", one.key + "=" + one.value});
    }
  }
  return command;
}

contender serial_contender(const comparison_request& request, const std::string& workload) {
  contender one{.name = "serial", .command = own_command(request, workload)};
  append(one.command, {"--only", "serial"});
  return one;
}

contender scheduler_contender(const comparison_request& request,
                              const std::string& workload,
                              const std::string& scheduler,
                              const std::string& policy,
                              unsigned workers) {
  contender one{.kind = contender_kind::scheduler,
                .name = scheduler,
                .policy = policy,
                .workers = workers,
                .command = own_command(request, workload)};
  append(one.command, {"--only", "parallel", "--scheduler", scheduler, "--policy", policy});
  append(one.command, {"--workers", std::to_string(workers)});
  return one;
}

/// Peers have other sizes or none, so they get every parameter except for those that make no
/// difference.
contender peer_contender(const peer& other,
                         const workloads::workload& what,
                         const workloads::parameters& parameters,
                         unsigned workers) {
  const std::string& workload = what.name;
  contender one{.kind = contender_kind::peer, .name = other.name, .workers = workers};
  if (!other.available()) {
    one.end_with(run_status::unavailable, other.unavailable);
  } else if (!other.knows(workload)) {
    one.end_with(run_status::unavailable, "does not have " + workload);
  } else {
    one.command = {
        other.path, "run", workload, "--workers", std::to_string(workers), "--repeat", "1"};
    for (const workloads::parameter& each : what.list) {
      const std::string& value = parameters.get_string(each.name);
      if (each.as_without.empty() || value != each.as_without) {
        append(one.command, {"--set", fmt::format("{}={}", each.name, value)});
      }
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
      contender one = peer_contender(other, workload, entry.parameters, workers);
      // An unavailable peer need not be listed for each number of workers.
      if (one.status == run_status::right || workers == request.workers.front()) {
        entry.contenders.push_back(std::move(one));
      }
    }
  }
  return entry;
}

using clock = std::chrono::steady_clock;

/// Spawns are counted after the measured runs, and once is enough.
std::vector<std::string> command_of_round(const contender& who, unsigned round) {
  std::vector<std::string> command = who.command;
  if (who.kind == contender_kind::scheduler && round > 1) {
    command.emplace_back("--no-spawn-count");
  }
  return command;
}

void check_against_serial(std::vector<contender>& row) {
  const contender& serial = row.front();
  for (contender& one : row) {
    if (serial.status == run_status::right && one.status == run_status::right &&
        !same_answer(one.answer, serial.answer)) {
      one.end_with(run_status::wrong,
                   fmt::format("answer {}, the serial program's is {}", one.answer, serial.answer));
    }
  }
}

/// Throws if the workload rejects a value that this process could not check: no contender could run
/// it.
void refuse_bad_input(const contender& who, const child_result& ended) {
  if (who.kind != contender_kind::peer && ended.exit_status == exit_bad_input) {
    const std::string line = describe_failure(ended);
    const std::string own_prefix = "nuthatch bench: ";
    throw usage_error(line.starts_with(own_prefix) ? line.substr(own_prefix.size()) : line);
  }
}

}  // namespace

comparison plan_comparison(comparison_request request) {
  check_settings(request);
  comparison planned;
  for (const std::string& name : request.workloads) {
    planned.entries.push_back(make_entry(request, name));
  }
  planned.request = std::move(request);
  return planned;
}

std::vector<std::size_t> order_of_round(unsigned round, std::size_t count) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) {
    order.push_back((i + round - 1) % count);
  }
  return order;
}

void run_comparison(comparison& all, const std::function<void(const comparison_step&)>& observe) {
  const auto start = clock::now();
  const auto run_step = [&](comparison_step step) {
    comparison_entry& entry = all.entries[step.entry];
    contender& who = entry.contenders[step.contender];
    if (who.status != run_status::right) {
      return;
    }
    step.started = std::chrono::duration<double>(clock::now() - start).count();
    observe(step);
    all.steps.push_back(step);
    const child_result ended = run_child(command_of_round(who, step.round), all.request.time_limit);
    refuse_bad_input(who, ended);
    read_run(entry.parameters.values(), ended, who);
  };

  for (unsigned round = 1; round <= all.request.repeat; ++round) {
    for (std::size_t entry = 0; entry < all.entries.size(); ++entry) {
      for (const std::size_t who : order_of_round(round, all.entries[entry].contenders.size())) {
        run_step({.round = round, .entry = entry, .contender = who});
      }
    }
  }
  for (comparison_entry& entry : all.entries) {
    check_against_serial(entry.contenders);
  }
}

}  // namespace nuthatch::cli
