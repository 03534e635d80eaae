#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/measurement.hpp"
#include "cli/measure/summary.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

/// One workload under one runtime: what was asked for, and what came out.
struct bench_run {
  const workloads::workload* workload = nullptr;
  workloads::problem_size size = workloads::problem_size::standard;
  workloads::parameters parameters;
  measurement_plan plan;
  options runtime_options;    ///< those in force; no workers without parallel runs
  std::string topology = {};  ///< of the virtual workers; empty when the workers are threads
  std::vector<std::string> notes = {};  ///< what was not done quite as asked
  measurement measured;
  std::uint64_t peak_rss_bytes = 0;

  /// Medians and extremes; nothing where such runs were not made or an answer was wrong.
  [[nodiscard]] std::optional<summary> parallel_time() const;
  [[nodiscard]] std::optional<summary> serial_time() const;
  [[nodiscard]] std::optional<summary> parallel_cpu_time() const;
  [[nodiscard]] std::optional<summary> serial_cpu_time() const;
  [[nodiscard]] std::optional<summary> virtual_time() const;
  [[nodiscard]] std::optional<summary> virtual_work() const;

  /// Parallel to serial, from medians; nothing where one of the two is missing.
  [[nodiscard]] std::optional<double> ratio() const;
  [[nodiscard]] std::optional<double> cpu_ratio() const;
};

}  // namespace nuthatch::cli
