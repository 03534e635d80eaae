// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/compare/peer.hpp"
#include "cli/options/known_names.hpp"
#include "cli/present/document.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/reports.hpp"
#include "cli/present/table.hpp"
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

  void add_to(CLI::App& command) {
    add_value(
        command, "WHAT", what, " ", "programs, the default, options or counters; all in JSON");
    command.add_flag("--json", as_json, "print a JSON object");
    add_value(command, "--peer-dir", peer_dir, "DIR", "another folder that holds peer-* programs");
  }
};

std::string parameter_text(const workloads::parameter& one) {
  const auto& [small, standard, paper] = one.by_size;
  const std::string values = values_text(one.accepted);
  return fmt::format("--set {}={}  {} ({}{}small {}, paper {})",
                     one.name,
                     standard,
                     one.description,
                     values,
                     values.empty() ? "" : "; ",
                     small,
                     paper);
}

std::string peer_text(const peer& one) {
  if (!one.available()) {
    return "not available: " + one.unavailable;
  }
  return fmt::format("{}, {}: {}", one.version, one.compiler, fmt::join(one.workloads, ", "));
}

/// Headings with names and descriptions below them.
struct listing {
  const terminal& screen;
  std::string text = {};

  void add_heading(const char* heading) {
    text += (text.empty() ? "" : "\n") + styled(heading, cell_style::strong, screen) + "\n";
  }

  void add(std::string_view name, std::string_view about) {
    text += two_columns(name, about, name_column, screen.width());
  }
};

void add_programs(listing& all, const std::vector<peer>& peers) {
  all.add_heading("Schedulers (--scheduler)");
  for (const scheduling::entry& one : scheduling::registry()) {
    all.add(one.name,
            fmt::format("{}{}", one.description, one.kind.needs.places ? "; places" : ""));
  }
  all.add_heading("Workloads, with their parameters at the default size");
  for (const workloads::workload& one : workloads::all()) {
    all.add(one.name, one.description);
    for (const workloads::parameter& parameter : one.list) {
      all.add("", parameter_text(parameter));
    }
  }
  all.add_heading("Peers, other runtimes for nuthatch compare");
  for (const peer& one : peers) {
    all.add(one.name, peer_text(one));
  }
  if (peers.empty()) {
    all.text += "  none found; ./dev bench builds them, --peer-dir names their folder\n";
  }
}

void add_options(listing& all) {
  all.add_heading("Options of a runtime");
  for (const listed_option& each : option_list()) {
    const configuration::option& what = *each.what;
    all.add(what.name,
            fmt::format("{} or {}: {}. {} by default; otherwise {}.{}",
                        what.variable(),
                        what.flag(),
                        what.about,
                        what.usual(),
                        what.right_values(),
                        each.of == nullptr ? "" : fmt::format(" Of the {}.", each.owners())));
  }
}

void add_counters(listing& all) {
  all.add_heading("Counters of a run");
  for (const trace::counter& one : trace::counters) {
    all.add(one.name, one.about);
  }
}

document scheduler_json(const scheduling::entry& one) {
  return {{"name", one.name},
          {"description", one.description},
          {"places", one.kind.needs.places},
          {"example", one.example}};
}

document parameter_json(const workloads::parameter& one) {
  return {{"name", one.name},
          {"description", one.description},
          {"values", values_text(one.accepted)},
          {"small", one.by_size[0]},
          {"default", one.by_size[1]},
          {"paper", one.by_size[2]}};
}

document workload_json(const workloads::workload& workload) {
  return {{"name", workload.name},
          {"description", workload.description},
          {"parameters", array_of(workload.list, parameter_json)}};
}

const char* kind_name(configuration::value_kind kind) {
  using configuration::value_kind;
  switch (kind) {
    case value_kind::yes_or_no:
      return "boolean";
    case value_kind::number:
      return "number";
    case value_kind::bytes:
      return "bytes";
    case value_kind::word:
      return "word";
    case value_kind::text:
      break;
  }
  return "text";
}

document option_json(const listed_option& listed) {
  const configuration::option& what = *listed.what;
  const std::vector<std::string> owners = listed.schedulers();
  document one{{"name", what.name},
               {"variable", what.variable()},
               {"flag", what.flag()},
               {"placeholder", what.placeholder},
               {"kind", kind_name(what.kind())},
               {"unit", what.unit},
               {"values", what.right_values()},
               {"names", what.names()},
               {"default", what.usual()},
               {"nothing", what.nothing},
               {"description", what.about},
               {"scheduler", owners.size() == 1 ? document(owners.front()) : document()},
               {"schedulers", owners}};
  if (!what.unit.empty()) {
    one["minimum"] = what.allowed.first;
    one["maximum"] = what.allowed.last;
  }
  return one;
}

document counter_json(const trace::counter& one) {
  return {{"name", one.name},
          {"unit", one.unit},
          {"description", one.about},
          {"highest", one.how == trace::reading::most},
          {"with_spawns_only", one.when == trace::counting::wanted}};
}

document peer_json(const peer& one) {
  return {{"name", one.name},
          {"available", one.available()},
          {"reason", one.unavailable},
          {"path", one.path},
          {"version", one.version},
          {"compiler", one.compiler},
          {"workloads", one.workloads}};
}

/// Everything that has a name. tests/docs/reference.py generates the pages and schemas from it.
std::string list_json(const std::vector<peer>& peers) {
  document whole = document_of("list");
  whole["schedulers"] = array_of(scheduling::registry(), scheduler_json);
  whole["options"] = array_of(option_list(), option_json);
  whole["counters"] = array_of(trace::counters, counter_json);
  whole["workloads"] = array_of(workloads::all(), workload_json);
  whole["peers"] = array_of(peers, peer_json);
  return text_of(whole);
}

void list(const list_flags& flags) {
  if (!flags.what.empty()) {
    require_known("WHAT: there is no list of", flags.what, {"programs", "options", "counters"});
  }
  if (flags.as_json) {
    print(stdout, list_json(find_peers(peer_folders(flags.peer_dir))));
    return;
  }
  const terminal screen = terminal::of(STDOUT_FILENO);
  listing all{screen};
  if (flags.what == "options") {
    add_options(all);
  } else if (flags.what == "counters") {
    add_counters(all);
  } else {
    add_programs(all, find_peers(peer_folders(flags.peer_dir)));
  }
  print(stdout, all.text);
}

}  // namespace

action add_list(CLI::App& parser) {
  return add_command(
      parser,
      "list",
      "Schedulers, workloads with their parameters, and peers; or the options of a runtime; or "
      "what is counted.",
      "Examples:\n  nuthatch list\n  nuthatch list options\n  nuthatch list --json",
      list);
}

}  // namespace nuthatch::cli
