// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/plain_quicksort.hpp"
#include "workloads/kernels/sort_instance.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

using numbers = std::span<std::int32_t>;

template <class Policy>
void sort_parallel(Policy policy, numbers range, std::size_t cutoff) {
  if (range.size() <= cutoff) {
    state<Policy>(ns_per_quicksort_comparison, comparisons_to_sort(range.size()));
    plain_quicksort(range);
    return;
  }
  state<Policy>(ns_per_quicksort_comparison, range.size());
  const std::size_t place = partition(range);
  nuthatch::fork_join(
      policy,
      [=] { sort_parallel(policy, range.first(place), cutoff); },
      [=] { sort_parallel(policy, range.subspan(place), cutoff); });
}

struct by_partition {
  std::size_t cutoff;

  void operator()(in_order_tag /*tag*/, numbers all) const { plain_quicksort(all); }

  template <class Policy>
  void operator()(Policy policy, numbers all) const {
    sort_parallel(policy, all, cutoff);
  }
};

}  // namespace

workload quicksort_workload() {
  constexpr std::int64_t most = std::int64_t{1} << 32U;
  return {"quicksort",
          "quicksort of random integers in place, both sides of each partition in parallel",
          {{"n", "how many integers", {"100000", "10000000", "100000000"}, integer_range{2, most}},
           {"cutoff",
            "ranges up to this length are sorted without spawns",
            {"500", "2000", "2000"},
            integer_range{short_range, most}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<sort_instance<by_partition>>(
                chosen.get_size("n"), by_partition{chosen.get_size("cutoff")});
          }};
}

}  // namespace nuthatch::workloads
