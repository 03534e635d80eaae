// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice_counts.hpp>

#include "cli/measure/measurement.hpp"
#include "cli/measure/summary.hpp"
#include "cli/present/document.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/reports.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "runtime/option_list.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

void add_times(table& rows,
               const char* name,
               const bench_run& run,
               bench_run::times wall,
               bench_run::times cpu) {
  const std::optional<summary> time = run.summary_of(wall);
  const std::optional<summary> cpu_time = run.summary_of(cpu);
  if (time && cpu_time) {
    rows.add_row({{name},
                  {format_seconds(time->median), cell_style::strong},
                  {format_seconds(time->min)},
                  {format_seconds(time->max)},
                  {format_seconds(cpu_time->median)}});
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
  add_times(times, "serial", run, &measurement::serial_seconds, &measurement::serial_cpu_seconds);
  add_times(times, "parallel", run, &measurement::seconds, &measurement::cpu_seconds);
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

/// The virtual time, and the number of workers that it kept busy.
std::string virtual_line(const summary& took, const summary& work) {
  const double busy = took.median > 0 ? work.median / took.median : 0;
  return fmt::format("  virtual time {} ({} to {}) for {} of charged work: {} workers' worth\n",
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

document tasks_per_steal(const measurement& measured) {
  const statistics& counted = measured.counters;
  return counted.steals == 0 ? document()
                             : document(static_cast<double>(counted.stolen_tasks) /
                                        static_cast<double>(counted.steals));
}

const char* name_of(run_kind kind) {
  return kind == run_kind::serial ? "serial" : "parallel";
}

/// The options that `whole` has no fields for. Call it before counters are added: one is named like
/// an option.
document rest_of_options(const document& whole, const options& chosen) {
  const auto written = []<class Value>(const Value& value) -> document {
    if constexpr (std::is_enum_v<Value>) {
      return to_string(value);
    } else {
      return value;
    }
  };
  document others = document::object();
  for (const listed_option& each : option_list()) {
    if (!whole.contains(each.what->name)) {
      others[std::string(each.what->name)] = each.what->with_value(chosen, written);
    }
  }
  return others;
}

void add_request(document& whole, const bench_run& run) {
  const options& chosen = run.runtime_options;
  whole["workload"] = run.workload->name;
  whole["scheduler"] = chosen.scheduler;
  whole["policy"] = to_string(run.plan.policy);
  whole["workers"] = chosen.workers;
  whole["size"] = workloads::to_string(run.size);
  whole["parameters"] = run.parameters.values();
  whole["options"] = rest_of_options(whole, chosen);
  whole["repeat"] = run.plan.repeat;
}

/// The stages by the names that the command uses, in the order of phase_stage.
std::string name_of_stage(std::size_t index) {
  return to_string(static_cast<phase_stage>(index));
}

/// Adds the fields that are present only if schedules were recorded.
void add_schedule(document& whole, const bench_run& run) {
  whole["schedule"] = word_for(run.plan.schedules);
  const workloads::schedule_sums& sums = run.measured.schedules.sums;
  if (run.records()) {
    whole["tree_nodes"] = sums.steps;
    whole["tree_bytes"] = sums.bytes;
    whole["migrated"] = sums.migrated;
  }
  if (run.replays()) {
    whole["donations"] = sums.donations;
    whole["missing_steps"] = sums.missing_steps;
    whole["mismatches"] = sums.mismatches;
    whole["idle_seconds"] = sums.idle_seconds;
  }
  if (const std::optional<persistent_state>& phases = run.measured.schedules.persistent) {
    for (std::size_t i = 0; i < phases->stages.size(); ++i) {
      whole["stages"][name_of_stage(i)] = phases->stages.at(i);
    }
    whole["restarts"] = phases->restarts;
    whole["phase_runs"] = phases->runs;
  }
}

std::string replay_line(const workloads::schedule_sums& what) {
  std::string line = fmt::format("  replay: {} works went to their workers, {} steps missing",
                                 format_count(what.donations),
                                 format_count(what.missing_steps));
  if (what.mismatches != 0) {
    line += fmt::format(
        ", {} mismatches, the first: {}", format_count(what.mismatches), what.first_mismatch);
  }
  return line + "\n";
}

std::string schedule_line(const workloads::schedule_sums& what) {
  return fmt::format("  schedule: {} steps, {} on another worker than before, {}{}\n",
                     format_count(what.steps),
                     format_count(what.migrated),
                     format_bytes(what.bytes),
                     what.steps == 1  ? "; all on one worker"
                     : !what.complete ? "; incomplete, there was no memory for more"
                                      : "");
}

std::string phases_line(const persistent_state& all) {
  std::vector<std::string> stages;
  for (std::size_t i = 0; i < all.stages.size(); ++i) {
    if (all.stages.at(i) != 0) {
      stages.push_back(fmt::format("{} {}", all.stages.at(i), name_of_stage(i)));
    }
  }
  return fmt::format("  phases: {}; {} runs, {} restarts\n",
                     fmt::join(stages, ", "),
                     format_count(all.runs),
                     format_count(all.restarts));
}

/// Adds the fields that are present only with --splice.
void add_splicing(document& whole, const bench_run& run) {
  if (!run.plan.parallel || !run.plan.splicing) {
    return;
  }
  const splice_counts& counted = run.measured.splicing;
  whole["splice"] = {{"mode", to_string(run.plan.splicing->mode)},
                     {"interference_checks", counted.interference_checks},
                     {"loop_switches", counted.switches},
                     {"stack_switches", 0},  // a switch is a turn of a loop, on one stack
                     {"delayed_steps", counted.delayed_steps},
                     {"dependences", counted.dependences},
                     {"peak_delayed_bytes", counted.peak_delayed_bytes},
                     {"unspliced", counted.unspliced},
                     {"taken_rows", counted.taken_rows}};
}

std::string splice_line(const splice_plan& how, const splice_counts& counted) {
  if (how.mode != workloads::splice_mode::on) {
    return fmt::format("  splice: {}\n", to_string(how.mode));
  }
  return fmt::format(
      "  splice: on, {} checks, {} switches, {} steps delayed, {} dependences, at most {} of them, "
      "{} times given up\n",
      format_count(counted.interference_checks),
      format_count(counted.switches),
      format_count(counted.delayed_steps),
      format_count(counted.dependences),
      format_bytes(counted.peak_delayed_bytes),
      format_count(counted.unspliced));
}

/// The lines about schedules.
std::string schedule_lines(const bench_run& run) {
  const schedule_outcome& found = run.measured.schedules;
  std::string text;
  if (run.records()) {
    text += schedule_line(found.sums);
  }
  if (run.replays()) {
    text += replay_line(found.sums);
  }
  if (found.persistent) {
    text += phases_line(*found.persistent);
  }
  return text;
}

/// Adds the fields that are present only if the workers were virtual.
void add_virtual_time(document& whole, const bench_run& run) {
  if (run.topology.empty()) {
    return;
  }
  whole["virtual_workers"] = run.runtime_options.workers;
  whole["topology"] = run.topology;
  whole["virtual_seconds"] = run.measured.virtual_seconds;
  whole["virtual_work_seconds"] = run.measured.virtual_work_seconds;
  whole["virtual_events"] = run.measured.virtual_events;
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
  const std::optional<summary> took = run.summary_of(&measurement::virtual_seconds);
  const std::optional<summary> work = run.summary_of(&measurement::virtual_work_seconds);
  if (took && work) {
    text += virtual_line(*took, *work);
  } else if (const std::optional<double> ratio = run.ratio()) {
    text += ratio_line(*ratio, run.cpu_ratio());
  }
  if (run.plan.parallel) {
    text += counter_line(run.measured);
  }
  text += schedule_lines(run);
  if (run.plan.parallel && run.plan.splicing) {
    text += splice_line(*run.plan.splicing, run.measured.splicing);
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

std::string bench_json(const bench_run& run) {
  const measurement& measured = run.measured;
  document whole = document_of("bench");
  add_request(whole, run);
  whole["verified"] = measured.verified();
  whole["complaint"] = measured.complaint;
  whole["answer"] = measured.answer;
  whole["seconds"] = measured.seconds;
  whole["serial_seconds"] = measured.serial_seconds;
  whole["cpu_seconds"] = measured.cpu_seconds;
  whole["serial_cpu_seconds"] = measured.serial_cpu_seconds;
  add_virtual_time(whole, run);
  add_schedule(whole, run);
  add_splicing(whole, run);
  whole["order"] = array_of(measured.order, name_of);
  whole["ratio"] = or_null(run.ratio());
  whole["cpu_ratio"] = or_null(run.cpu_ratio());
  for (const trace::counter& one : trace::counters) {
    whole[std::string(one.name)] = or_null(measured.count(one));
  }
  whole["tasks_per_steal"] = tasks_per_steal(measured);
  whole["tasks_per_answer"] = measured.counters.tasks_per_answer;
  whole["peak_rss_bytes"] = run.peak_rss_bytes;
  return text_of(whole);
}

}  // namespace nuthatch::cli
