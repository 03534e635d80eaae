// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/commands/commands.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/present/schedule_reports.hpp"
#include "cli/system/output_file.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

struct schedule_flags {
  std::string what;
  std::vector<std::string> files;
  std::string svg;

  void add_to(CLI::App& command) {
    add_value(command, "WHAT", what, " ", "show: draw one; diff: say how two differ")->required();
    add_value(command, "FILE", files, " ", "as nuthatch bench --save-schedule writes them")
        ->required();
    add_value(command, "--svg", svg, "FILE", "show: draw it into this file");
  }
};

const schedules::steal_tree& tree_of(const schedule& one) {
  static const schedules::steal_tree nothing;
  return one.tree() == nullptr ? nothing : *one.tree();
}

void show(const schedule_flags& flags) {
  const schedule one = load_schedule("FILE", flags.files[0]);
  const output_file svg("--svg", flags.svg);
  svg.require_other_than("--svg", flags.files[0], "the schedule");
  if (svg.wanted()) {
    svg.write(schedule_svg(tree_of(one)));
  }
  if (!svg.is_standard_output()) {
    print(stdout, schedule_summary(tree_of(one), terminal::of(STDOUT_FILENO)));
  }
}

void diff(const schedule_flags& flags) {
  const schedule one = load_schedule("FILE", flags.files[0]);
  const schedule other = load_schedule("FILE", flags.files[1]);
  const schedule_difference found =
      compare_schedules(tree_of(one), tree_of(other), terminal::of(STDOUT_FILENO));
  print(stdout, found.text);
  if (found.any) {
    throw std::runtime_error(
        fmt::format("{} and {} are different", flags.files[0], flags.files[1]));
  }
}

void run_schedule(const schedule_flags& flags) {
  require_known("WHAT: there is nothing named", flags.what, {"show", "diff"});
  const bool both = flags.what == "diff";
  if (flags.files.size() != (both ? 2 : 1)) {
    throw usage_error(fmt::format("FILE: {} takes {}, not {}",
                                  flags.what,
                                  both ? "two files" : "one file",
                                  flags.files.size()));
  }
  if (both && !flags.svg.empty()) {
    throw usage_error("--svg: diff draws nothing; it goes with show");
  }
  both ? diff(flags) : show(flags);
}

}  // namespace

action add_schedule(CLI::App& parser) {
  return add_command(parser,
                     "schedule",
                     "Shows a recorded schedule, or how two of them differ.",
                     "Examples:\n"
                     "  nuthatch schedule show heat.schedule\n"
                     "  nuthatch schedule show heat.schedule --svg heat.svg\n"
                     "  nuthatch schedule diff heat.schedule other.schedule",
                     run_schedule);
}

}  // namespace nuthatch::cli
