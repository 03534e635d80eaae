#include "cli/present/compare_table.hpp"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/compare/standing.hpp"
#include "cli/measure/summary.hpp"
#include "cli/present/bench_summary.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

constexpr const char* explanation =
    "Every contender ran in turn, once per round, and every answer was checked. \"Time\" is the "
    "median of the rounds, \"spread\" how far the fastest and the slowest were from it. \"Over "
    "serial\" divides by the plain sequential program: 0.50 is twice as fast, 2.00 twice as slow. "
    "\"CPU over serial\" does so for the processor time of all threads: 1.00 means that being "
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

cell status_cell(const contender_record& record) {
  switch (record.status) {
    case run_status::wrong:
      return {"WRONG: " + record.reason, cell_style::bad};
    case run_status::failed:
      return {"FAILED: " + record.reason, cell_style::bad};
    default:
      return {"not available: " + record.reason, cell_style::faint};
  }
}

std::vector<cell> row_of(const contender& who,
                         const contender_record& record,
                         const standing& place) {
  const bool first = place.rank == 1U;
  const cell name{who.label(), first ? cell_style::good : cell_style::plain};
  const cell workers{who.kind == contender_kind::serial ? "" : std::to_string(who.workers)};
  if (!place.wall) {
    return {name, workers, status_cell(record)};
  }
  return {name,
          workers,
          {format_seconds(place.wall->median)},
          {ratio_text(place.wall_ratio), first ? cell_style::good : cell_style::strong},
          {ratio_text(place.cpu_ratio)},
          {spread(*place.wall)},
          {format_bytes(record.peak_rss_bytes)}};
}

/// Serial, then by rank, then those without one as they come.
std::vector<std::size_t> rows_in_order(const std::vector<standing>& places) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin() + 1, order.end(), [&](std::size_t a, std::size_t b) {
    return places[a].rank.value_or(UINT_MAX) < places[b].rank.value_or(UINT_MAX);
  });
  return order;
}

std::string entry_table(const comparison& result, std::size_t index, const terminal& screen) {
  const comparison_entry& entry = result.plan.entries[index];
  const std::vector<contender_record>& records = result.records[index];
  const std::vector<standing> places = standings(records);
  table rows({{"contender"},
              {.title = "workers", .right_aligned = true, .dispensable = 3},
              {.title = "time", .right_aligned = true},
              {.title = "over serial", .right_aligned = true},
              {.title = "CPU over serial", .right_aligned = true},
              {.title = "spread", .right_aligned = true, .dispensable = 2},
              {.title = "peak memory", .right_aligned = true, .dispensable = 4}});
  for (const std::size_t i : rows_in_order(places)) {
    rows.add_row(row_of(entry.contenders[i], records[i], places[i]));
  }
  const std::string heading = fmt::format("{}  {}  (size {})",
                                          entry.workload->name,
                                          describe_parameters(entry.parameters),
                                          workloads::to_string(result.plan.request.size));
  return styled(heading, cell_style::strong, screen) + "\n" + rows.render(screen);
}

}  // namespace

std::string compare_table(const comparison& result, const terminal& screen) {
  std::string text = paragraph(explanation, screen.width()) + "\n";
  for (std::size_t i = 0; i < result.plan.entries.size(); ++i) {
    text += "\n" + entry_table(result, i, screen);
  }
  return text;
}

}  // namespace nuthatch::cli
