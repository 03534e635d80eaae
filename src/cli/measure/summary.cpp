#include "cli/measure/summary.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nuthatch::cli {

summary summarize(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {.median = median, .min = values.front(), .max = values.back()};
}

std::uint64_t median_count(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

}  // namespace nuthatch::cli
