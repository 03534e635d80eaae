// SPDX-License-Identifier: Apache-2.0
#include "cli/measure/summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>

#include "trace/counter_list.hpp"

namespace nuthatch::cli {

summary summarize(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {.median = median, .min = values.front(), .max = values.back()};
}

std::optional<double> variability(const std::vector<double>& times) {
  if (times.size() < 2) {
    return std::nullopt;
  }
  const auto count = static_cast<double>(times.size());
  const double mean = std::accumulate(times.begin(), times.end(), 0.0) / count;
  double squares = 0;
  for (const double each : times) {
    squares += (each - mean) * (each - mean);
  }
  const double fastest = *std::ranges::min_element(times);
  return fastest > 0 ? std::optional(100 * std::sqrt(squares / (count - 1)) / fastest)
                     : std::nullopt;
}

std::uint64_t median_count(std::vector<std::uint64_t> values) {
  std::ranges::sort(values);
  return values[(values.size() - 1) / 2];
}

statistics typical(const std::vector<statistics>& runs) {
  statistics result{};
  if (runs.empty()) {
    return result;
  }
  const auto values_of = [&runs](auto read) {
    std::vector<std::uint64_t> values;
    std::ranges::transform(runs, std::back_inserter(values), read);
    return values;
  };
  for (const trace::counter& one : trace::counters) {
    const auto values = values_of([&one](const statistics& run) { return run.*one.field; });
    result.*one.field =
        one.how == trace::reading::most ? std::ranges::max(values) : median_count(values);
  }
  for (std::size_t size = 0; size < answer_sizes; ++size) {
    result.tasks_per_answer[size] = median_count(
        values_of([size](const statistics& run) { return run.tasks_per_answer[size]; }));
  }
  return result;
}

}  // namespace nuthatch::cli
