#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/system/print.hpp"
#include "platform/cpu_limits.hpp"
#include "platform/topology.hpp"

namespace nuthatch::cli {

namespace {

using json = nlohmann::ordered_json;
using platform::topology_level;

struct worker_choice {
  unsigned count;
  std::string reason;
};

/// How many workers a runtime gets whose maker does not say.
worker_choice choose_workers(const platform::cpu_limits& limits) {
  if (const unsigned wanted = options::from_environment().workers; wanted > 0) {
    return {wanted, "NUTHATCH_WORKERS says so"};
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

json levels_json(const platform::topology& machine) {
  json levels = json::array();
  for (std::size_t i = 0; i < platform::topology_levels; ++i) {
    const auto level = static_cast<topology_level>(i);
    json groups = json::array();
    for (const platform::topology_group& group : machine.groups(level)) {
      groups.push_back(
          {{"index", group.index}, {"bytes", group.bytes}, {"cpus", group.cpus.members()}});
    }
    levels.push_back({{"level", platform::to_string(level)}, {"groups", std::move(groups)}});
  }
  return levels;
}

json limits_json(const std::vector<platform::cgroup_limit>& limits) {
  json list = json::array();
  for (const platform::cgroup_limit& one : limits) {
    list.push_back({{"file", one.file},
                    {"text", one.text},
                    {"amount", one.amount ? json(*one.amount) : json(nullptr)}});
  }
  return list;
}

template <class Value>
json or_null(const std::optional<Value>& value) {
  return value ? json(*value) : json(nullptr);
}

std::string topology_json(const platform::topology& machine, const platform::cpu_limits& limits) {
  const worker_choice workers = choose_workers(limits);
  json document;
  document["schema_version"] = 1;
  document["kind"] = "topology";
  document["version"] = version();
  document["source"] = machine.source();
  document["model"] = machine.model();
  document["cpus"] = machine.cpus().members();
  document["levels"] = levels_json(machine);
  document["usable_cpus"] = limits.affinity.members();
  document["cpu_quota"] = or_null(limits.quota());
  document["cpu_quotas"] = limits_json(limits.cpu_quotas);
  document["memory_limit_bytes"] = or_null(limits.memory());
  document["memory_limits"] = limits_json(limits.memory_limits);
  document["workers"] = workers.count;
  document["workers_reason"] = workers.reason;
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string topology_text(const platform::topology& machine, const platform::cpu_limits& limits) {
  const worker_choice workers = choose_workers(limits);
  return fmt::format("{}\n{}\nA runtime gets {} {}: {}.\n",
                     machine.to_string(),
                     limits.to_string(),
                     workers.count,
                     workers.count == 1 ? "worker" : "workers",
                     workers.reason);
}

}  // namespace

action add_topology(CLI::App& parser) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* const command = parser.add_subcommand(
      "topology", "This machine, what of it may be used, and how many workers a runtime gets.");
  command->add_flag("--json", *as_json, "print a JSON object");
  command->footer(
      "Examples:\n  nuthatch topology\n  taskset -c 0 nuthatch topology\n  nuthatch topology "
      "--json");
  return [as_json] {
    const platform::topology machine = platform::topology::this_machine();
    const platform::cpu_limits limits = platform::read_cpu_limits();
    print(stdout, *as_json ? topology_json(machine, limits) : topology_text(machine, limits));
    return exit_success;
  };
}

}  // namespace nuthatch::cli
