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
  constexpr std::int64_t most = std::int64_t{1} << 32U;
  constexpr std::int64_t least = quarter_sort_limits::least;
  return {"cilksort",
          "Cilk's sort of random integers: four quarters, merged in pairs and to one, in parallel",
          {{"n", "how many integers", {"100000", "10000000", "134217728"}, integer_range{2, most}},
           {"cutoff",
            "ranges up to this length are sorted without spawns, by quicksort",
            {"1000", "32768", "32768"},
            integer_range{least, most}},
           {"merge-cutoff",
            "ranges up to this length are merged without spawns",
            {"1000", "32768", "32768"},
            integer_range{least, most}},
           {"insertion",
            "ranges up to this length are sorted by insertion",
            {"20", "20", "20"},
            integer_range{quarter_sort_limits::min_insertion, 1'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const std::size_t count = chosen.get_size("n");
            const quarter_sort_limits limits{.sorted = chosen.get_size("cutoff"),
                                             .merged = chosen.get_size("merge-cutoff"),
                                             .insertion = chosen.get_size("insertion")};
            return std::make_unique<sort_instance<by_quarters>>(
                count, by_quarters{limits, std::vector<std::int32_t>(count)});
          }};
}

}  // namespace nuthatch::workloads
