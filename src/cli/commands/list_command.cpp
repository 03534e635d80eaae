#include <CLI/App.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/compare/peer.hpp"
#include "cli/exit_status.hpp"
#include "cli/options/known_names.hpp"
#include "cli/present/list_json.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/table.hpp"
#include "cli/system/print.hpp"
#include "cli/system/terminal.hpp"
#include "runtime/option_list.hpp"
#include "schedulers/registry.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

constexpr std::size_t name_column = 22;

struct list_flags {
  std::string what;
  bool as_json = false;
  std::string peer_dir;
};

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

std::string heading(const char* text, const terminal& screen) {
  return styled(text, cell_style::strong, screen) + "\n";
}

std::string programs_text(const std::vector<peer>& peers, const terminal& screen) {
  std::string text = heading("Schedulers (--scheduler)", screen);
  for (const scheduling::entry& one : scheduling::registry()) {
    text += two_columns(one.name,
                        fmt::format("{}{}", one.description, one.knows_places ? "; places" : ""),
                        name_column,
                        screen.width());
  }
  text += "\n" + heading("Workloads, with their parameters at the default size", screen);
  for (const workloads::workload& one : workloads::all()) {
    text += two_columns(one.name, one.description, name_column, screen.width());
    for (const workloads::parameter& parameter : one.list) {
      text += two_columns("", parameter_text(parameter), name_column, screen.width());
    }
  }
  text += "\n" + heading("Peers, other runtimes for nuthatch compare", screen);
  for (const peer& one : peers) {
    text += two_columns(one.name, peer_text(one), name_column, screen.width());
  }
  if (peers.empty()) {
    text += "  none found; ./dev bench builds them, --peer-dir says where they are\n";
  }
  return text;
}

std::string options_text(const terminal& screen) {
  std::string text = heading("Options of a runtime", screen);
  for (const listed_option& each : option_list()) {
    const configuration::option& what = *each.what;
    text += two_columns(
        what.name,
        fmt::format("{} or {}: {}. {} if not said; otherwise {}.{}",
                    what.variable(),
                    what.flag(),
                    what.about,
                    what.usual(),
                    what.right_values(),
                    each.of == nullptr ? "" : fmt::format(" Of the scheduler {}.", each.of->name)),
        name_column,
        screen.width());
  }
  return text;
}

std::string counters_text(const terminal& screen) {
  std::string text = heading("Counters of a run", screen);
  for (const trace::counter& one : trace::counters) {
    text += two_columns(one.name, one.about, name_column, screen.width());
  }
  return text;
}

int list(const list_flags& flags) {
  if (!flags.what.empty()) {
    require_known("WHAT: there is no list of", flags.what, {"programs", "options", "counters"});
  }
  const terminal screen = terminal::of(STDOUT_FILENO);
  if (!flags.as_json && flags.what == "options") {
    print(stdout, options_text(screen));
  } else if (!flags.as_json && flags.what == "counters") {
    print(stdout, counters_text(screen));
  } else {
    const std::vector<peer> peers = find_peers(peer_folders(flags.peer_dir));
    print(stdout, flags.as_json ? list_json(peers) : programs_text(peers, screen));
  }
  return exit_success;
}

}  // namespace

action add_list(CLI::App& parser) {
  auto chosen = std::make_shared<list_flags>();
  CLI::App* const command = parser.add_subcommand("list",
                                                  "Schedulers, workloads with their parameters, "
                                                  "and peers; or the options of a runtime; or what "
                                                  "is counted.");
  command
      ->add_option("WHAT", chosen->what, "programs, the default, options or counters; all in JSON")
      ->option_text(" ");
  command->add_flag("--json", chosen->as_json, "print a JSON object");
  command->add_option("--peer-dir", chosen->peer_dir, "another folder that holds peer-* programs")
      ->option_text("DIR");
  command->footer("Examples:\n  nuthatch list\n  nuthatch list options\n  nuthatch list --json");
  return [chosen] {
    return list(*chosen);
  };
}

}  // namespace nuthatch::cli
