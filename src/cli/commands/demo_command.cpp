#include <CLI/App.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/shown_comparison.hpp"
#include "cli/compare/comparison.hpp"
#include "cli/compare/comparison_plan.hpp"
#include "cli/exit_status.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/usage_error.hpp"
#include "cli/present/demo_table.hpp"
#include "cli/system/print.hpp"
#include "cli/system/terminal.hpp"
#include "platform/cpu_limits.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

/// As typed.
struct demo_flags {
  std::string path;
  std::string workers = "0";
  std::string repeat = "3";
  std::string size = "default";
};

comparison_request make_request(const demo_flags& flags) {
  comparison_request request;
  request.workloads = {"wordcount", "uts", "heat"};
  request.schedulers = compared_scheduler_names();
  request.policies = {"adaptive"};
  const unsigned workers = parse_workers("--workers", flags.workers);
  request.workers = {workers == 0 ? platform::worker_count() : workers};
  request.size = parse_size("--size", flags.size);
  request.repeat =
      static_cast<unsigned>(parse_whole_number("--repeat", flags.repeat, {1, 1'000'000}));
  if (!flags.path.empty()) {
    std::error_code none;
    if (!std::filesystem::is_directory(flags.path, none)) {
      throw usage_error(fmt::format("--path: \"{}\" is not a folder", flags.path));
    }
    request.settings.push_back({.workload = "wordcount", .key = "path", .value = flags.path});
  }
  return request;
}

int demo(const demo_flags& flags) {
  const comparison result = run_shown_comparison("nuthatch demo", make_plan(make_request(flags)));
  print(stdout, demo_table(result, terminal::of(STDOUT_FILENO)));
  require_all_right(result);
  return exit_success;
}

}  // namespace

action add_demo(CLI::App& parser) {
  auto flags = std::make_shared<demo_flags>();
  CLI::App* const command = parser.add_subcommand(
      "demo",
      "Shows in about a minute what the runtime does: real files, an unbalanced tree and a grid, "
      "under every scheduler, against plain serial programs.");
  command
      ->add_option(
          "--path", flags->path, "folder whose words are counted; /usr/include if not said")
      ->option_text("DIR");
  command
      ->add_option("--workers",
                   flags->workers,
                   "worker threads; 0, the default: as many as this process may use")
      ->option_text("N");
  command->add_option("--repeat", flags->repeat, "measured runs, 3 if not said")->option_text("R");
  command->add_option("--size", flags->size, "small, default or paper")->option_text("NAME");
  command->footer("Examples:\n  nuthatch demo\n  nuthatch demo --path ~/src --workers 2");
  return [flags] {
    return demo(*flags);
  };
}

}  // namespace nuthatch::cli
