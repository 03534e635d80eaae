// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/option_values.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/reports.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "platform/cpu_limits.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::cli {

namespace {

/// The flags as typed.
struct demo_flags {
  std::string path;
  std::string workers = "0";
  std::string repeat = "3";
  std::string size = "default";

  void add_to(CLI::App& command) {
    add_value(
        command, "--path", path, "DIR", "folder whose words are counted; /usr/include by default");
    add_value(command,
              "--workers",
              workers,
              "N",
              "worker threads; 0, the default: as many as this process may use");
    add_value(command, "--repeat", repeat, "R", "measured runs, 3 by default");
    add_value(command, "--size", size, "NAME", "small, default or paper");
  }
};

comparison_request make_request(const demo_flags& flags) {
  comparison_request request;
  request.workloads = {"wordcount", "uts", "heat"};
  request.schedulers = compared_scheduler_names();
  // Excludes shepherds: each of the tiny tasks of these programs would go through their queues.
  std::erase_if(request.schedulers, [](const std::string& name) {
    return scheduling::find(name)->kind.needs.topology;
  });
  request.policies = {"adaptive"};
  const unsigned workers = parse_workers("--workers", flags.workers);
  request.workers = {workers == 0 ? platform::worker_count() : workers};
  request.size = parse_size("--size", flags.size);
  request.repeat = parse_repeat(flags.repeat);
  if (!flags.path.empty()) {
    std::error_code none;
    if (!std::filesystem::is_directory(flags.path, none)) {
      throw usage_error(fmt::format("--path: \"{}\" is not a folder", flags.path));
    }
    request.settings.push_back({.workload = "wordcount", .key = "path", .value = flags.path});
  }
  return request;
}

std::string what_next(std::size_t width) {
  constexpr std::size_t column = 43;
  constexpr std::array<std::array<const char*, 2>, 4> commands{{
      {"nuthatch bench fib", "one program in detail: it does nothing but spawn"},
      {"nuthatch compare --workloads fib,nqueens", "the schedulers beside other runtimes"},
      {"nuthatch list", "all programs, schedulers and parameters"},
      {"nuthatch topology", "what this machine has, and what may be used of it"},
  }};
  std::string text = "Next:\n";
  for (const auto& [command, about] : commands) {
    text += two_columns(command, about, column, width);
  }
  return text;
}

std::string speed_text(double ratio) {
  if (ratio > 0.995 && ratio < 1.005) {
    return "as fast";
  }
  return ratio < 1 ? fmt::format("{}x faster", format_ratio(1 / ratio))
                   : fmt::format("{}x slower", format_ratio(ratio));
}

std::vector<cell> row_of(const std::string& program, const contender& who, const standing& place) {
  const bool serial = who.kind == contender_kind::serial;
  const cell first{program, cell_style::strong};
  const cell name{serial ? "serial program" : who.name};
  if (!place.wall) {
    return {first, name, why_no_figure(who)};
  }
  const cell speed = serial || !place.wall_ratio
                         ? cell{}
                         : cell{speed_text(place.wall_ratio->median), cell_style::strong};
  return {first,
          name,
          {format_seconds(place.wall->median)},
          speed,
          {"right", cell_style::good},
          {who.answer}};
}

/// A table for someone who sees a comparison for the first time: one sentence above, the times in
/// words, and what to try next.
std::string demo_table(const comparison& result, const terminal& screen) {
  const comparison_request& request = result.request;
  const unsigned workers = request.workers.front();
  const std::string text = paragraph(
      fmt::format(
          "Three programs, each run as a plain sequential program and then on {} {} by the "
          "schedulers of Nuthatch; times are medians of {} runs, and every answer was checked.",
          workers,
          workers == 1 ? "worker" : "workers",
          request.repeat),
      screen.width());
  table rows({{"program"},
              {"run by"},
              {.title = "time", .right_aligned = true},
              {.title = "than serial", .right_aligned = true},
              {"check"},
              {.title = "answer", .dispensable = 1}});
  for (const comparison_entry& entry : result.entries) {
    const std::vector<standing> places = standings(entry.contenders);
    std::string program =
        fmt::format("{} {}", entry.workload->name, describe_parameters(entry.parameters));
    for (std::size_t i = 0; i < places.size(); ++i) {
      rows.add_row(row_of(std::exchange(program, {}), entry.contenders[i], places[i]));
    }
  }
  return text + "\n\n" + rows.render(screen) + "\n" + what_next(screen.width());
}

void demo(const demo_flags& flags) {
  const comparison result = run_shown_comparison("nuthatch demo", make_request(flags));
  print(stdout, demo_table(result, terminal::of(STDOUT_FILENO)));
  require_all_right(result);
}

}  // namespace

action add_demo(CLI::App& parser) {
  return add_command(
      parser,
      "demo",
      "Shows in about a minute what the runtime does: real files, an unbalanced tree and a grid, "
      "under work_stealing, channel and slaw, against plain serial programs.",
      "Examples:\n  nuthatch demo\n  nuthatch demo --path ~/src --workers 2",
      demo);
}

}  // namespace nuthatch::cli
