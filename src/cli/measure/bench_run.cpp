#include "cli/measure/bench_run.hpp"

#include <optional>
#include <vector>

#include "cli/measure/summary.hpp"

namespace nuthatch::cli {

namespace {

std::optional<summary> summary_of(const measurement& measured, const std::vector<double>& values) {
  if (values.empty() || !measured.verified()) {
    return std::nullopt;
  }
  return summarize(values);
}

std::optional<double> quotient(const std::optional<summary>& over,
                               const std::optional<summary>& under) {
  if (!over || !under || under->median <= 0) {
    return std::nullopt;
  }
  return over->median / under->median;
}

}  // namespace

std::optional<summary> bench_run::parallel_time() const {
  return summary_of(measured, measured.seconds);
}

std::optional<summary> bench_run::serial_time() const {
  return summary_of(measured, measured.serial_seconds);
}

std::optional<summary> bench_run::parallel_cpu_time() const {
  return summary_of(measured, measured.cpu_seconds);
}

std::optional<summary> bench_run::serial_cpu_time() const {
  return summary_of(measured, measured.serial_cpu_seconds);
}

std::optional<summary> bench_run::virtual_time() const {
  return summary_of(measured, measured.virtual_seconds);
}

std::optional<summary> bench_run::virtual_work() const {
  return summary_of(measured, measured.virtual_work_seconds);
}

std::optional<double> bench_run::ratio() const {
  return quotient(parallel_time(), serial_time());
}

std::optional<double> bench_run::cpu_ratio() const {
  return quotient(parallel_cpu_time(), serial_cpu_time());
}

}  // namespace nuthatch::cli
