#include "cli/present/bench_summary.hpp"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/bench_run.hpp"
#include "cli/measure/measurement.hpp"
#include "cli/measure/summary.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

void add_times(table& times,
               const char* name,
               const std::optional<summary>& wall,
               const std::optional<summary>& cpu) {
  if (wall && cpu) {
    times.add_row({{name},
                   {format_seconds(wall->median), cell_style::strong},
                   {format_seconds(wall->min)},
                   {format_seconds(wall->max)},
                   {format_seconds(cpu->median)}});
  }
}

std::string heading(const bench_run& run) {
  std::string text = run.workload->name;
  const std::string parameters = describe_parameters(run.parameters);
  if (!parameters.empty()) {
    text += " " + parameters;
  }
  text += fmt::format(" (size {})", workloads::to_string(run.size));
  if (run.plan.parallel) {
    const unsigned workers = run.runtime_options.workers;
    text += fmt::format(", scheduler {}, policy {}, {}{} {}",
                        run.runtime_options.scheduler,
                        to_string(run.plan.policy),
                        workers,
                        run.topology.empty() ? "" : " virtual",
                        workers == 1 ? "worker" : "workers");
    if (!run.topology.empty()) {
      text += fmt::format(" on {}", run.topology);
    }
    if (!run.runtime_options.places.empty()) {
      text += fmt::format(" in places {}", run.runtime_options.places);
    }
  }
  return text;
}

std::string times_table(const bench_run& run, const terminal& screen) {
  table times({{""},
               {.title = "median", .right_aligned = true},
               {.title = "fastest", .right_aligned = true, .dispensable = 2},
               {.title = "slowest", .right_aligned = true, .dispensable = 1},
               {.title = "CPU time", .right_aligned = true}});
  add_times(times, "serial", run.serial_time(), run.serial_cpu_time());
  add_times(times, "parallel", run.parallel_time(), run.parallel_cpu_time());
  return times.render(screen);
}

std::string ratio_line(double ratio, std::optional<double> cpu_ratio) {
  const std::string speed =
      ratio <= 1 ? fmt::format("{} times as fast", format_ratio(1 / ratio)) : "slower";
  return fmt::format("  parallel over serial: {} in time ({}), {} in CPU time\n",
                     format_ratio(ratio),
                     speed,
                     format_ratio(cpu_ratio.value_or(0)));
}

/// In virtual time: how long, and how many workers that kept busy.
std::string virtual_line(const summary& took, const summary& work) {
  const double busy = took.median > 0 ? work.median / took.median : 0;
  return fmt::format("  virtual time {} ({} to {}) for {} of stated work: {} workers' worth\n",
                     format_seconds(took.median),
                     format_seconds(took.min),
                     format_seconds(took.max),
                     format_seconds(work.median),
                     format_ratio(busy));
}

std::string counter_line(const measurement& measured) {
  std::vector<std::string> parts;
  for (const trace::counter& one : trace::counters) {
    const std::optional<std::uint64_t> count = measured.count(one);
    if (!one.label.empty() && count) {
      parts.push_back(fmt::format("{} {}", one.label, format_count(*count)));
    }
  }
  return fmt::format("  per run: {}\n", fmt::join(parts, ", "));
}

}  // namespace

std::string describe_parameters(const workloads::parameters& parameters) {
  std::string text;
  for (const auto& [key, value] : parameters.values()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  }
  return text;
}

std::string bench_summary(const bench_run& run, const terminal& screen) {
  std::string text = styled(heading(run), cell_style::strong, screen) + "\n\n";
  if (!run.measured.verified()) {
    return text + "  " + styled("WRONG ANSWER", cell_style::bad, screen) +
           fmt::format(" in {}\n  No times are shown: they mean nothing.\n",
                       run.measured.complaint);
  }
  text += times_table(run, screen) + "\n";
  const std::optional<summary> took = run.virtual_time();
  const std::optional<summary> work = run.virtual_work();
  if (took && work) {
    text += virtual_line(*took, *work);
  } else if (const std::optional<double> ratio = run.ratio()) {
    text += ratio_line(*ratio, run.cpu_ratio());
  }
  if (run.plan.parallel) {
    text += counter_line(run.measured);
  }
  for (const std::string& note : run.notes) {
    text += fmt::format("  note: {}\n", note);
  }
  text += fmt::format("  peak memory of the process {}\n", format_bytes(run.peak_rss_bytes));
  text += fmt::format("  answer {}, {} in every run\n",
                      run.measured.answer,
                      styled("right", cell_style::good, screen));
  return text;
}

}  // namespace nuthatch::cli
