#include <CLI/App.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/compare/peer.hpp"
#include "cli/exit_status.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/table.hpp"
#include "cli/system/print.hpp"
#include "cli/system/terminal.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t name_column = 20;

struct list_options {
  bool as_json = false;
  std::string peer_dir;
};

json workload_json(const workloads::workload& workload) {
  json parameters = json::array();
  for (const workloads::parameter& one : workload.list) {
    parameters.push_back({{"name", one.name},
                          {"description", one.description},
                          {"small", one.by_size[0]},
                          {"default", one.by_size[1]},
                          {"paper", one.by_size[2]}});
  }
  return {{"name", workload.name},
          {"description", workload.description},
          {"parameters", std::move(parameters)}};
}

json peer_json(const peer& one) {
  return {{"name", one.name},
          {"available", one.available()},
          {"reason", one.unavailable},
          {"path", one.path},
          {"version", one.version},
          {"compiler", one.compiler},
          {"workloads", one.workloads}};
}

std::string list_json(const std::vector<peer>& peers) {
  json document;
  document["schema_version"] = 1;
  document["kind"] = "list";
  document["version"] = version();
  document["schedulers"] = json::array();
  for (const scheduler_info& one : schedulers()) {
    document["schedulers"].push_back(
        {{"name", one.name}, {"description", one.description}, {"example", one.example}});
  }
  document["workloads"] = json::array();
  for (const workloads::workload& one : workloads::all()) {
    document["workloads"].push_back(workload_json(one));
  }
  document["peers"] = json::array();
  for (const peer& one : peers) {
    document["peers"].push_back(peer_json(one));
  }
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string parameter_text(const workloads::parameter& one) {
  const auto& [small, standard, paper] = one.by_size;
  return fmt::format(
      "--set {}={}  {} (small {}, paper {})", one.name, standard, one.description, small, paper);
}

std::string peer_text(const peer& one) {
  if (!one.available()) {
    return "not available: " + one.unavailable;
  }
  return fmt::format("{}, {}: {}", one.version, one.compiler, fmt::join(one.workloads, ", "));
}

std::string list_text(const std::vector<peer>& peers, const terminal& screen) {
  const auto heading = [&](const char* text) {
    return styled(text, cell_style::strong, screen) + "\n";
  };
  std::string text = heading("Schedulers (--scheduler)");
  for (const scheduler_info& one : schedulers()) {
    text += two_columns(one.name, one.description, name_column, screen.width());
  }
  text += "\n" + heading("Workloads, with their parameters at the default size");
  for (const workloads::workload& one : workloads::all()) {
    text += two_columns(one.name, one.description, name_column, screen.width());
    for (const workloads::parameter& parameter : one.list) {
      text += two_columns("", parameter_text(parameter), name_column, screen.width());
    }
  }
  text += "\n" + heading("Peers, other runtimes for nuthatch compare");
  for (const peer& one : peers) {
    text += two_columns(one.name, peer_text(one), name_column, screen.width());
  }
  if (peers.empty()) {
    text += "  none found; ./dev bench builds them, --peer-dir says where they are\n";
  }
  return text;
}

}  // namespace

action add_list(CLI::App& parser) {
  auto chosen = std::make_shared<list_options>();
  CLI::App* const command =
      parser.add_subcommand("list", "Schedulers, workloads with their parameters, and peers.");
  command->add_flag("--json", chosen->as_json, "print a JSON object");
  command->add_option("--peer-dir", chosen->peer_dir, "another folder that holds peer-* programs")
      ->option_text("DIR");
  command->footer("Examples:\n  nuthatch list\n  nuthatch list --json");
  return [chosen] {
    const std::vector<peer> peers = find_peers(peer_folders(chosen->peer_dir));
    print(stdout,
          chosen->as_json ? list_json(peers) : list_text(peers, terminal::of(STDOUT_FILENO)));
    return exit_success;
  };
}

}  // namespace nuthatch::cli
