#include "cli/measure/counter_list.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/summary.hpp"

namespace nuthatch::cli {

statistics typical(const std::vector<statistics>& runs) {
  statistics result{};
  for (const counter& one : counter_list) {
    std::vector<std::uint64_t> values;
    values.reserve(runs.size());
    for (const statistics& run : runs) {
      values.push_back(run.*one.field);
    }
    if (!values.empty()) {
      result.*one.field = one.peak ? std::ranges::max(values) : median_count(values);
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
