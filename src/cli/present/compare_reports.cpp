// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <climits>
#include <cstddef>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/measure/summary.hpp"
#include "cli/present/document.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/reports.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

constexpr const char* explanation =
    "Every contender ran in turn, once per round, and every answer was checked. \"Time\" is the "
    "median of the rounds, \"spread\" how far the fastest and the slowest were from it, "
    "\"variability\" the standard deviation in percent of the fastest. \"Over serial\" divides by "
    "the plain sequential program: 0.50 is twice as fast, 2.00 twice as slow. \"CPU over serial\" "
    "does so for the processor time of all threads: 1.00 means that being "
    "parallel costs nothing.";

std::string spread(const summary& times) {
  if (times.median <= 0) {
    return {};
  }
  return fmt::format("-{:.0f}% +{:.0f}%",
                     100 * (times.median - times.min) / times.median,
                     100 * (times.max - times.median) / times.median);
}

std::string ratio_text(const std::optional<summary>& ratio) {
  return ratio ? format_ratio(ratio->median) : std::string("-");
}

std::string variability_text(const contender& who) {
  const std::optional<double> percent = variability(who.seconds);
  return percent ? fmt::format("{:.1f}%", *percent) : std::string("-");
}

std::vector<cell> row_of(const contender& who, const standing& place) {
  const bool first = place.rank == 1U;
  const cell name{who.label(), first ? cell_style::good : cell_style::plain};
  const cell workers{who.kind == contender_kind::serial ? "" : std::to_string(who.workers)};
  if (!place.wall) {
    return {name, workers, why_no_figure(who)};
  }
  return {name,
          workers,
          {format_seconds(place.wall->median)},
          {ratio_text(place.wall_ratio), first ? cell_style::good : cell_style::strong},
          {ratio_text(place.cpu_ratio)},
          {spread(*place.wall)},
          {variability_text(who)},
          {format_bytes(who.peak_rss_bytes)}};
}

/// The serial program, then contenders by rank, then those without a rank in their order.
std::vector<std::size_t> rows_in_order(const std::vector<standing>& places) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order.begin() + 1, order.end(), {}, [&](std::size_t one) {
    return std::pair(places[one].rank.value_or(UINT_MAX), one);
  });
  return order;
}

std::string entry_table(const comparison_entry& entry,
                        workloads::problem_size size,
                        const terminal& screen) {
  const std::vector<standing> places = standings(entry.contenders);
  table rows({{"contender"},
              {.title = "workers", .right_aligned = true, .dispensable = 3},
              {.title = "time", .right_aligned = true},
              {.title = "over serial", .right_aligned = true},
              {.title = "CPU over serial", .right_aligned = true},
              {.title = "spread", .right_aligned = true, .dispensable = 2},
              {.title = "variability", .right_aligned = true, .dispensable = 5},
              {.title = "peak memory", .right_aligned = true, .dispensable = 4}});
  for (const std::size_t i : rows_in_order(places)) {
    rows.add_row(row_of(entry.contenders[i], places[i]));
  }
  const std::string heading = fmt::format("{}  {}  (size {})",
                                          entry.workload->name,
                                          describe_parameters(entry.parameters),
                                          workloads::to_string(size));
  return styled(heading, cell_style::strong, screen) + "\n" + rows.render(screen);
}

document summary_json(const std::optional<summary>& value) {
  if (!value) {
    return nullptr;
  }
  return {{"median", value->median}, {"min", value->min}, {"max", value->max}};
}

document counters_json(const contender& who) {
  if (who.counters.empty()) {
    return nullptr;
  }
  const statistics counters = typical(who.counters);
  document fields;
  for (const trace::counter& one : trace::counters) {
    document& field = fields[std::string(one.name)];
    if (one.when == trace::counting::always) {
      field = counters.*one.field;
    } else if (who.with_spawns) {
      field = (*who.with_spawns).*one.field;
    }
  }
  return fields;
}

/// The command without the folder of the program, which is specific to one machine.
std::vector<std::string> typed_command(std::vector<std::string> command) {
  if (!command.empty()) {
    command.front() = std::filesystem::path(command.front()).filename().string();
  }
  return command;
}

document contender_json(const contender& who, const standing& place) {
  return {{"name", who.name},
          {"kind", to_string(who.kind)},
          {"policy", who.kind == contender_kind::scheduler ? document(who.policy) : document()},
          {"workers", who.workers},
          {"status", to_string(who.status)},
          {"reason", who.reason},
          {"answer", who.answer},
          {"rank", or_null(place.rank)},
          {"seconds", who.seconds},
          {"cpu_seconds", who.cpu_seconds},
          {"wall", summary_json(place.wall)},
          {"cpu", summary_json(place.cpu)},
          {"variability", place.wall ? or_null(variability(who.seconds)) : document()},
          {"wall_ratio", summary_json(place.wall_ratio)},
          {"cpu_ratio", summary_json(place.cpu_ratio)},
          {"counters", counters_json(who)},
          {"peak_rss_bytes", who.peak_rss_bytes},
          {"command", typed_command(who.command)}};
}

document entry_json(const comparison_entry& entry) {
  const std::vector<standing> places = standings(entry.contenders);
  document contenders = document::array();
  for (std::size_t i = 0; i < places.size(); ++i) {
    contenders.push_back(contender_json(entry.contenders[i], places[i]));
  }
  return {{"workload", entry.workload->name},
          {"parameters", entry.parameters.values()},
          {"contenders", std::move(contenders)}};
}

document peer_json(const peer& one) {
  return {{"name", one.name},
          {"available", one.available()},
          {"reason", one.unavailable},
          {"version", one.version},
          {"compiler", one.compiler}};
}

document step_json(const comparison_step& step) {
  return {{"round", step.round},
          {"workload", step.entry},
          {"contender", step.contender},
          {"started", step.started}};
}

}  // namespace

cell why_no_figure(const contender& who) {
  if (who.status == run_status::unavailable) {
    return {"not available: " + who.reason, cell_style::faint};
  }
  const char* const what = who.status == run_status::wrong ? "WRONG: " : "FAILED: ";
  return {what + who.reason, cell_style::bad};
}

std::string compare_table(const comparison& result, const terminal& screen) {
  std::string text = paragraph(explanation, screen.width()) + "\n";
  for (const comparison_entry& entry : result.entries) {
    text += "\n" + entry_table(entry, result.request.size, screen);
  }
  return text;
}

std::string compare_json(const comparison& result) {
  document whole = document_of("compare");
  whole["size"] = workloads::to_string(result.request.size);
  whole["repeat"] = result.request.repeat;
  whole["peers"] = array_of(result.request.peers, peer_json);
  whole["workloads"] = array_of(result.entries, entry_json);
  whole["steps"] = array_of(result.steps, step_json);
  return text_of(whole);
}

}  // namespace nuthatch::cli
