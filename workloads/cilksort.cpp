// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/quarter_sort.hpp"
#include "workloads/kernels/sort_instance.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

struct by_quarters {
  quarter_sort_limits limits;
  std::vector<std::int32_t> spare;

  template <class Policy>
  void operator()(Policy policy, std::span<std::int32_t> all) {
    sort_by_quarters(policy, all, std::span(spare), limits);
  }
};

}  // namespace

workload cilksort_workload() {
  return {
      "cilksort",
      "Cilk's sort of random integers: four quarters, merged in pairs and to one, in parallel",
      {{"n", "how many integers, 2 or more", {"100000", "10000000", "134217728"}},
       {"cutoff",
        "ranges up to this length are sorted without spawns, by quicksort",
        {"1000", "32768", "32768"}},
       {"merge-cutoff",
        "ranges up to this length are merged without spawns",
        {"1000", "32768", "32768"}},
       {"insertion",
        "ranges up to this length are sorted by insertion, 2 to 1000",
        {"20", "20", "20"}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        constexpr std::size_t most = std::size_t{1} << 32U;
        constexpr std::size_t least = quarter_sort_limits::least;
        const std::size_t count = chosen.get_size("n", 2, most);
        const quarter_sort_limits limits{
            .sorted = chosen.get_size("cutoff", least, most),
            .merged = chosen.get_size("merge-cutoff", least, most),
            .insertion = chosen.get_size("insertion", quarter_sort_limits::least_insertion, 1'000)};
        return std::make_unique<sort_instance<by_quarters>>(
            count, by_quarters{limits, std::vector<std::int32_t>(count)});
      }};
}

}  // namespace nuthatch::workloads
