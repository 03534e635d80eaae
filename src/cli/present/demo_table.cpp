#include "cli/present/demo_table.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/compare/standing.hpp"
#include "cli/present/bench_summary.hpp"
#include "cli/present/paragraph.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

std::string what_next(std::size_t width) {
  constexpr std::size_t column = 43;
  return "Next:\n" +
         two_columns("nuthatch bench fib",
                     "one program in detail: it does nothing but spawn",
                     column,
                     width) +
         two_columns("nuthatch compare --workloads fib,nqueens",
                     "the schedulers beside other runtimes",
                     column,
                     width) +
         two_columns("nuthatch list", "all programs, schedulers and parameters", column, width) +
         two_columns("nuthatch topology",
                     "what this machine has, and what may be used of it",
                     column,
                     width);
}

std::string speed_text(double ratio) {
  if (ratio > 0.995 && ratio < 1.005) {
    return "as fast";
  }
  return ratio < 1 ? fmt::format("{}x faster", format_ratio(1 / ratio))
                   : fmt::format("{}x slower", format_ratio(ratio));
}

cell verdict(const contender_record& record) {
  return record.status == run_status::wrong ? cell{"WRONG: " + record.reason, cell_style::bad}
                                            : cell{"FAILED: " + record.reason, cell_style::bad};
}

std::vector<cell> row_of(const std::string& program,
                         const contender& who,
                         const contender_record& record,
                         const standing& place) {
  const bool serial = who.kind == contender_kind::serial;
  const cell first{program, cell_style::strong};
  const cell name{serial ? "serial program" : who.name};
  if (!place.wall) {
    return {first, name, verdict(record)};
  }
  const cell speed = serial || !place.wall_ratio
                         ? cell{}
                         : cell{speed_text(place.wall_ratio->median), cell_style::strong};
  return {first,
          name,
          {format_seconds(place.wall->median)},
          speed,
          {"right", cell_style::good},
          {record.answer}};
}

}  // namespace

std::string demo_table(const comparison& result, const terminal& screen) {
  const comparison_request& request = result.plan.request;
  const unsigned workers = request.workers.front();
  const std::string text = paragraph(
      fmt::format(
          "Three programs, each run as a plain sequential program and then on {} {} by every "
          "scheduler of Nuthatch; times are medians of {} runs, and every answer was checked.",
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
  for (std::size_t i = 0; i < result.plan.entries.size(); ++i) {
    const comparison_entry& entry = result.plan.entries[i];
    const std::vector<standing> places = standings(result.records[i]);
    for (std::size_t j = 0; j < places.size(); ++j) {
      const std::string program =
          j == 0 ? fmt::format("{} {}", entry.workload->name, describe_parameters(entry.parameters))
                 : std::string();
      rows.add_row(row_of(program, entry.contenders[j], result.records[i][j], places[j]));
    }
  }
  return text + "\n\n" + rows.render(screen) + "\n" + what_next(screen.width());
}

}  // namespace nuthatch::cli
