#include "cli/measure/typical.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/summary.hpp"
#include "trace/counter_list.hpp"

namespace nuthatch::cli {

statistics typical(const std::vector<statistics>& runs) {
  statistics result{};
  for (const trace::counter& one : trace::counters) {
    std::vector<std::uint64_t> values;
    values.reserve(runs.size());
    for (const statistics& run : runs) {
      values.push_back(run.*one.field);
    }
    if (!values.empty()) {
      result.*one.field =
          one.how == trace::reading::most ? std::ranges::max(values) : median_count(values);
    }
  }
  for (std::size_t size = 0; size < answer_sizes && !runs.empty(); ++size) {
    std::vector<std::uint64_t> values;
    values.reserve(runs.size());
    for (const statistics& run : runs) {
      values.push_back(run.tasks_per_answer[size]);
    }
    result.tasks_per_answer[size] = median_count(values);
  }
  return result;
}

}  // namespace nuthatch::cli
