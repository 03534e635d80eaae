// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/compare/comparison.hpp"
#include "cli/compare/peer.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/present/reports.hpp"
#include "cli/system/output_file.hpp"
#include "cli/system/terminal.hpp"
#include "platform/cpu_limits.hpp"

namespace nuthatch::cli {

namespace {

constexpr const char* compare_examples =
    "Examples:\n"
    "  nuthatch compare --workloads fib,nqueens\n"
    "  nuthatch compare --workloads fib --policies work_first,help_first --workers 1,2\n"
    "  nuthatch compare --workloads fib,uts --set fib.n=32 --set uts.tree=T3 --peers none\n"
    "  nuthatch compare --size small --json results.json";

/// The flags as typed.
struct compare_flags {
  std::string workloads = "all";
  std::string schedulers = "all";
  std::string policies = "adaptive";
  std::string peers = "all";
  std::string peer_dir;
  std::string workers = "0";
  std::string size = "default";
  std::vector<std::string> settings;
  std::string repeat = "5";
  std::string time_limit = "600";
  std::string json;
  bool quiet = false;

  void add_to(CLI::App& command) {
    const auto add = [&](const char* name, auto& value, const char* text, const char* about) {
      return add_value(command, name, value, text, about);
    };
    add("--workloads", workloads, "A,B,...", "which programs; all by default");
    add("--schedulers", schedulers, "A,B,...", "which schedulers; by default all except examples");
    add("--policies",
        policies,
        "A,B,...",
        "which of work_first, help_first, adaptive; by default adaptive");
    add("--peers",
        peers,
        "A,B,...",
        "which other runtimes, or the word none; by default all that are found");
    add("--peer-dir",
        peer_dir,
        "DIR",
        "a folder that holds peer-* programs; also NUTHATCH_PEER_DIR");
    add("--workers",
        workers,
        "N,M,...",
        "numbers of worker threads; 0, the default: as many as this process may use");
    add("--size", size, "NAME", "small, default or paper");
    add("--set",
        settings,
        "WORKLOAD.KEY=VALUE",
        "change a parameter of one workload; may be repeated")
        ->allow_extra_args(false);
    add("--repeat", repeat, "R", "rounds, each of which runs everybody once; 5 by default");
    add("--time-limit",
        time_limit,
        "SECONDS",
        "end a run that takes longer; 600 by default, 0: never");
    add("--json", json, "FILE", "write the result there; - is standard output");
    command.add_flag("--quiet", quiet, "print no table");
  }
};

/// Returns `all` for "all", or a list of names, which must be known.
std::vector<std::string> parse_names(const char* option,
                                     const char* kind,
                                     const std::string& text,
                                     const std::vector<std::string>& all,
                                     const std::vector<std::string>& known) {
  if (text == "all") {
    return all;
  }
  std::vector<std::string> names = parse_list(option, text);
  for (const std::string& name : names) {
    require_known(fmt::format("{}: there is no {}", option, kind), name, known);
  }
  return names;
}

/// The workloads under the names that `list` shows.
std::vector<std::string> parse_workloads(const char* option, const std::string& text) {
  if (text == "all") {
    return workload_names();
  }
  std::vector<std::string> names = parse_list(option, text);
  for (std::string& name : names) {
    name = find_workload(option, name).name;
  }
  return names;
}

/// Determines the automatic number of workers here, because peers need a number.
std::vector<unsigned> parse_counts(const std::string& text) {
  std::vector<unsigned> counts;
  for (const unsigned count : parse_worker_counts("--workers", text)) {
    const unsigned settled = count == 0 ? platform::worker_count() : count;
    if (std::ranges::find(counts, settled) == counts.end()) {
      counts.push_back(settled);
    }
  }
  return counts;
}

comparison_request make_request(const compare_flags& flags) {
  comparison_request request;
  request.workloads = parse_workloads("--workloads", flags.workloads);
  request.schedulers = parse_names(
      "--schedulers", "scheduler", flags.schedulers, compared_scheduler_names(), scheduler_names());
  request.policies =
      parse_names("--policies", "policy", flags.policies, policy_names(), policy_names());
  request.workers = parse_counts(flags.workers);
  request.size = parse_size("--size", flags.size);
  std::ranges::transform(flags.settings, std::back_inserter(request.settings), parse_setting);
  request.repeat = parse_repeat(flags.repeat);
  request.time_limit = parse_seconds("--time-limit", flags.time_limit);
  request.peers = select_peers(flags.peers, peer_folders(flags.peer_dir));
  return request;
}

void compare(const compare_flags& flags) {
  comparison_request request = make_request(flags);
  const output_file json("--json", flags.json);
  const comparison result = run_shown_comparison("nuthatch compare", std::move(request));
  if (json.wanted()) {
    json.write(compare_json(result));
  }
  if (!flags.quiet) {
    std::FILE* const stream = json.is_standard_output() ? stderr : stdout;
    print(stream, compare_table(result, terminal::of(::fileno(stream))));
  }
  require_all_right(result);
}

}  // namespace

action add_compare(CLI::App& parser) {
  return add_command(
      parser,
      "compare",
      "Runs workloads under schedulers, policies and other runtimes in turn, and reports everybody "
      "relative to the plain serial program.",
      compare_examples,
      compare);
}

}  // namespace nuthatch::cli
