// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice_counts.hpp>

#include "cli/measure/schedule_runs.hpp"
#include "cli/measure/splice_plan.hpp"
#include "cli/measure/summary.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

enum class run_kind : std::uint8_t { serial, parallel };

/// All runs are verified; only the measured ones are timed.
enum class run_purpose : std::uint8_t { warm_up, measured, counting_spawns };

/// A run that is about to start, for showing progress.
struct run_notice {
  run_kind kind;
  run_purpose purpose;
  unsigned repetition;  ///< of the measured runs, from 1
};

using run_observer = std::function<void(const run_notice&)>;

/// A reading of a virtual platform's clock.
struct virtual_reading {
  std::uint64_t now_ns;      ///< the time
  std::uint64_t charged_ns;  ///< what tasks charged, in total
  std::uint64_t events;
};

using virtual_clock = std::function<virtual_reading()>;

struct measurement_plan {
  unsigned repeat = 5;  ///< measured runs of each kind
  bool serial = true;
  bool parallel = true;
  bool count_spawns = true;  ///< in one more parallel run at the end, because counting costs time
  spawn_policy policy = spawn_policy::adaptive;
  schedule_use schedules = schedule_use::off;
  schedule followed = {};  ///< if it has steps, parallel runs follow it, not the warm-up's
  std::optional<splice_plan> splicing = {};  ///< for an instance_with_splicing
  virtual_clock clock = {};                  ///< of virtual workers; empty in real time
};

/// The measured values. Arrays are in the order of the runs.
struct measurement {
  std::vector<double> seconds;
  std::vector<double> cpu_seconds;
  std::vector<double> serial_seconds;
  std::vector<double> serial_cpu_seconds;
  std::vector<double> virtual_seconds;       ///< like the next two, of measured parallel runs
  std::vector<double> virtual_work_seconds;  ///< charged by the tasks
  std::vector<std::uint64_t> virtual_events;
  std::vector<run_kind> order;  ///< of the measured runs

  statistics counters{};                  ///< typical for a measured parallel run
  std::optional<statistics> with_spawns;  ///< of the run that counts spawns

  schedule_outcome schedules;  ///< of the last parallel run that does not count spawns
  splice_counts splicing;      ///< of the last parallel run

  std::string answer;     ///< of the last run
  std::string complaint;  ///< what is wrong with the first wrong answer; empty if there is none

  [[nodiscard]] bool verified() const { return complaint.empty(); }

  /// Nothing if the counter is counted only together with spawns, and these were not counted.
  [[nodiscard]] std::optional<std::uint64_t> count(const trace::counter& of) const;
};

/// Runs serial and parallel programs alternately, after one warm-up of each, and verifies every
/// answer. The first wrong one ends the measurement. `workers` may be null if the plan has no
/// parallel runs; otherwise the runtime is asleep while the serial program runs on the calling
/// thread.
///
/// Passes on what the runs throw.
measurement measure(workloads::instance& problem,
                    runtime* workers,
                    const measurement_plan& plan,
                    const run_observer& observe = {});

/// "serial warm-up", "parallel 2/5", "counting spawns"
std::string describe(const run_notice& run, unsigned repeat);

/// One workload under one runtime: the request and the results.
struct bench_run {
  /// The times of one kind of run by one clock.
  using times = std::vector<double> measurement::*;

  const workloads::workload* workload = nullptr;
  workloads::problem_size size = workloads::problem_size::standard;
  workloads::parameters parameters;
  measurement_plan plan;
  options runtime_options;    ///< those in force; no workers without parallel runs
  std::string topology = {};  ///< of the virtual workers; empty if the workers are threads
  std::vector<std::string> notes = {};  ///< deviations from the request
  measurement measured;
  std::uint64_t peak_rss_bytes = 0;

  /// Median and extremes. Nothing if there were no such runs or an answer was wrong.
  [[nodiscard]] std::optional<summary> summary_of(times which) const {
    const bool known = measured.verified() && !(measured.*which).empty();
    return known ? std::optional(summarize(measured.*which)) : std::nullopt;
  }

  /// Parallel to serial, from medians. Nothing if one of the two is missing.
  [[nodiscard]] std::optional<double> ratio() const {
    return quotient(&measurement::seconds, &measurement::serial_seconds);
  }

  /// Returns whether the runs had schedules.
  [[nodiscard]] bool records() const {
    return plan.parallel && plan.schedules != schedule_use::off;
  }

  /// Whether the last runs followed schedules.
  [[nodiscard]] bool replays() const { return plan.parallel && cli::replays(plan.schedules); }

  [[nodiscard]] std::optional<double> cpu_ratio() const {
    return quotient(&measurement::cpu_seconds, &measurement::serial_cpu_seconds);
  }

 private:
  [[nodiscard]] std::optional<double> quotient(times over, times under) const {
    const std::optional<summary> numerator = summary_of(over);
    const std::optional<summary> denominator = summary_of(under);
    const bool known = numerator && denominator && denominator->median > 0;
    return known ? std::optional(numerator->median / denominator->median) : std::nullopt;
  }
};

}  // namespace nuthatch::cli
