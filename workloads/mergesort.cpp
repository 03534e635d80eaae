// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/sort_instance.hpp"
#include "workloads/kernels/two_buffer_sort.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

struct by_halves {
  std::size_t cutoff;
  std::vector<std::int32_t> spare;

  void operator()(in_order_tag /*tag*/, std::span<std::int32_t> all) {
    two_buffer_sort::run_serial(all, spare);
  }

  template <class Policy>
  void operator()(Policy policy, std::span<std::int32_t> all) {
    two_buffer_sort::run(policy, all, spare, cutoff);
  }
};

}  // namespace

workload mergesort_workload() {
  constexpr std::int64_t most = std::int64_t{1} << 32U;
  return {"mergesort",
          "mergesort (or: sort) of random integers, both the halves and their merge in parallel",
          {{"n", "how many integers", {"100000", "10000000", "50331648"}, integer_range{2, most}},
           {"cutoff",
            "ranges up to this length are sorted or merged without spawns",
            {"500", "2000", "2000"},
            integer_range{two_buffer_sort::shortest, most}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const std::size_t count = chosen.get_size("n");
            const std::size_t cutoff = chosen.get_size("cutoff");
            return std::make_unique<sort_instance<by_halves>>(
                count, by_halves{cutoff, std::vector<std::int32_t>(count)});
          }};
}

}  // namespace nuthatch::workloads
