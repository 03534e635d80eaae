// SPDX-License-Identifier: Apache-2.0
#include "bound/report.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/present/quantity.hpp"

namespace nuthatch::benchmarks {

namespace {

using nlohmann::json;

std::string time(double ns) {
  constexpr double ns_per_second = 1e9;
  return cli::format_seconds(ns / ns_per_second);
}

std::string time(std::uint64_t ns) {
  return time(static_cast<double>(ns));
}

json run_json(const bound_series& series, const bound_run& run) {
  return {{"workers", run.workers},
          {"ns", run.ns},
          {"ns_per_share", static_cast<double>(series.one_worker_ns) / run.workers},
          {"c", series.c(run)},
          {"published", run.counted.published},
          {"steals", run.counted.steals},
          {"stolen_tasks", run.counted.stolen_tasks},
          {"failed_steals", run.counted.failed_steals},
          {"suspensions", run.counted.suspensions},
          {"sleeps", run.counted.sleeps},
          {"wakes", run.counted.wakes}};
}

json costs_json(const twin::costs& of) {
  return {{"spawn_ns", of.spawn_ns},
          {"publish_ns", of.publish_ns},
          {"probe_ns", of.probe_ns},
          {"resume_ns", of.resume_ns},
          {"line_ns", of.line_ns},
          {"lines_per_steal", of.lines_per_steal},
          {"fence_ns", of.fence_ns},
          {"wake_ns", of.wake_ns},
          {"wake_call_ns", of.wake_call_ns},
          {"pause_ns", of.pause_ns},
          {"search_ns", of.search_ns},
          {"patience_ns", of.patience_ns}};
}

}  // namespace

std::string table_of(const bound_series& series) {
  std::string text = fmt::format("{}, {}, {}: T1 {} of which tasks work {}, Tinf {}\n",
                                 series.program,
                                 series.scheduler,
                                 to_string(series.policy),
                                 time(series.one_worker_ns),
                                 time(series.shape.work_ns),
                                 time(series.shape.span_ns));
  text += fmt::format("{:>7} {:>9} {:>9} {:>8} {:>7} {:>8} {:>8} {:>8} {:>7}\n",
                      "P",
                      "T_P",
                      "T1/P",
                      "speedup",
                      "c",
                      "steals",
                      "failed",
                      "suspend",
                      "sleeps");
  for (const bound_run& run : series.runs) {
    const auto t1 = static_cast<double>(series.one_worker_ns);
    text += fmt::format("{:>7} {:>9} {:>9} {:>8.1f} {:>7.2f} {:>8} {:>8} {:>8} {:>7}\n",
                        run.workers,
                        time(run.ns),
                        time(t1 / run.workers),
                        t1 / static_cast<double>(run.ns),
                        series.c(run),
                        run.counted.steals,
                        run.counted.failed_steals,
                        run.counted.suspensions,
                        run.counted.sleeps);
  }
  return text;
}

std::string conclusion(const std::vector<bound_series>& all) {
  struct extreme {
    double c = -1;
    const bound_series* of = nullptr;
    unsigned workers = 0;
  };

  std::map<std::string, extreme> largest;
  for (const bound_series& series : all) {
    for (const bound_run& run : series.runs) {
      extreme& known = largest[series.program];
      if (series.c(run) > known.c) {
        known = {series.c(run), &series, run.workers};
      }
    }
  }
  std::string text = "T_P <= T1/P + c Tinf, with the largest c\n";
  for (const auto& [name, known] : largest) {
    text += fmt::format("{:<12} {:>7.2f}  with {} workers, {}, {}\n",
                        name,
                        known.c,
                        known.workers,
                        known.of->scheduler,
                        to_string(known.of->policy));
  }
  return text;
}

std::string bound_json(const std::vector<bound_series>& all,
                       std::uint64_t seed,
                       const twin::costs& of) {
  json series = json::array();
  for (const bound_series& each : all) {
    json runs = json::array();
    for (const bound_run& run : each.runs) {
      runs.push_back(run_json(each, run));
    }
    series.push_back({{"program", each.program},
                      {"scheduler", each.scheduler},
                      {"policy", to_string(each.policy)},
                      {"spawns", each.shape.spawns},
                      {"work_ns", each.shape.work_ns},
                      {"t1_ns", each.one_worker_ns},
                      {"tinf_ns", each.shape.span_ns},
                      {"largest_c", each.largest_c()},
                      {"runs", runs}});
  }
  const json document = {{"schema_version", 1},
                         {"kind", "bound"},
                         {"version", version()},
                         {"seed", seed},
                         {"costs", costs_json(of)},
                         {"series", series}};
  return document.dump(2) + "\n";
}

}  // namespace nuthatch::benchmarks
