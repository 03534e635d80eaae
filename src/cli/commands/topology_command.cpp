// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/present/document.hpp"
#include "cli/system/terminal.hpp"
#include "platform/cpu_limits.hpp"
#include "platform/data_memory.hpp"
#include "platform/topology.hpp"

namespace nuthatch::cli {

namespace {

struct worker_choice {
  unsigned count;
  std::string reason;
};

/// The number of workers of a runtime whose options do not set it.
worker_choice choose_workers(const platform::cpu_limits& limits) {
  if (const unsigned wanted = options::from_environment().workers; wanted > 0) {
    return {wanted, "set by NUTHATCH_WORKERS"};
  }
  const unsigned allowed = limits.affinity.count();
  const std::optional<double> quota = limits.quota();
  const std::string mask =
      fmt::format("the affinity mask holds {} {}", allowed, allowed == 1 ? "cpu" : "cpus");
  if (limits.workers() < allowed && quota) {
    return {limits.workers(),
            fmt::format("{}, but the cgroup quota is {:.4g} cpus, rounded up", mask, *quota)};
  }
  return {limits.workers(),
          quota ? fmt::format("{}, within the cgroup quota of {:.4g}", mask, *quota)
                : mask + " and no cgroup quota is set"};
}

document group_json(const platform::topology_group& group) {
  return {{"index", group.index}, {"bytes", group.bytes}, {"cpus", group.cpus.members()}};
}

document levels_json(const platform::topology& machine) {
  document levels = document::array();
  for (std::size_t i = 0; i < platform::topology_levels; ++i) {
    const auto level = static_cast<platform::topology_level>(i);
    levels.push_back({{"level", platform::to_string(level)},
                      {"groups", array_of(machine.groups(level), group_json)}});
  }
  return levels;
}

document limit_json(const platform::cgroup_limit& one) {
  return {{"file", one.file}, {"text", one.text}, {"amount", or_null(one.amount)}};
}

std::string topology_json(const platform::topology& machine, const platform::cpu_limits& limits) {
  const worker_choice workers = choose_workers(limits);
  document whole = document_of("topology");
  whole["source"] = machine.source();
  whole["model"] = machine.model();
  whole["cpus"] = machine.cpus().members();
  whole["levels"] = levels_json(machine);
  whole["usable_cpus"] = limits.affinity.members();
  whole["cpu_quota"] = or_null(limits.quota());
  whole["cpu_quotas"] = array_of(limits.cpu_quotas, limit_json);
  whole["memory_limit_bytes"] = or_null(limits.memory());
  whole["memory_limits"] = array_of(limits.memory_limits, limit_json);
  whole["memory_nodes"] = platform::memory_nodes();
  whole["workers"] = workers.count;
  whole["workers_reason"] = workers.reason;
  return text_of(whole);
}

/// The NUMA nodes on which the process's data can be.
std::string memory_text() {
  const std::vector<unsigned> nodes = platform::memory_nodes();
  return nodes.size() == 1
             ? fmt::format("Data can lie on one NUMA node, {}.", nodes.front())
             : fmt::format(
                   "Data can lie on {} NUMA nodes: {}.", nodes.size(), fmt::join(nodes, ", "));
}

std::string topology_text(const platform::topology& machine, const platform::cpu_limits& limits) {
  const worker_choice workers = choose_workers(limits);
  return fmt::format("{}\n{}\n{}\nA runtime gets {} {}: {}.\n",
                     machine.to_string(),
                     limits.to_string(),
                     memory_text(),
                     workers.count,
                     workers.count == 1 ? "worker" : "workers",
                     workers.reason);
}

struct topology_flags {
  bool as_json = false;

  void add_to(CLI::App& command) { command.add_flag("--json", as_json, "print a JSON object"); }
};

void show_topology(const topology_flags& flags) {
  const platform::topology machine = platform::topology::this_machine();
  const platform::cpu_limits limits = platform::read_cpu_limits();
  print(stdout, flags.as_json ? topology_json(machine, limits) : topology_text(machine, limits));
}

}  // namespace

action add_topology(CLI::App& parser) {
  return add_command(parser,
                     "topology",
                     "This machine, what of it may be used, and how many workers a runtime gets.",
                     "Examples:\n  nuthatch topology\n  taskset -c 0 nuthatch topology\n"
                     "  nuthatch topology --json",
                     show_topology);
}

}  // namespace nuthatch::cli
