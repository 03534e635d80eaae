// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "workloads/kernels/merge_by_halves.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/kernels/plain_quicksort.hpp"
#include "workloads/spawning/charged_work.hpp"

namespace nuthatch::workloads {

/// The sizes up to which each method is used.
struct quarter_sort_limits {
  static constexpr std::size_t least = 4;          ///< of the first two
  static constexpr std::size_t min_insertion = 2;  ///< as of plain_quicksort

  std::size_t sorted;     ///< sorted by quicksort without spawns
  std::size_t merged;     ///< merged without spawns
  std::size_t insertion;  ///< sorted by insertion in the quicksort
};

/// Sorts numbers as Cilk's sort does, with a buffer of the same size: sorts four quarters, merges
/// them to two halves in the buffer, and these back to one range. Works for any policy that has a
/// fork_join(policy, call...) in its namespace.
template <class Policy>
void sort_by_quarters(Policy policy,
                      std::span<std::int32_t> data,
                      std::span<std::int32_t> spare,
                      const quarter_sort_limits& limits) {
  if (data.size() <= limits.sorted) {
    state<Policy>(ns_per_quicksort_comparison, comparisons_to_sort(data.size()));
    plain_quicksort(data, limits.insertion);
    return;
  }
  const auto sort = [=, &limits](std::size_t first, std::size_t count) {
    return [=, &limits] {
      sort_by_quarters(policy, data.subspan(first, count), spare.subspan(first, count), limits);
    };
  };
  const auto merge = [=, &limits](std::size_t first, std::size_t middle, std::size_t last) {
    return [=, &limits] {
      merge_by_halves(policy,
                      data.subspan(first, middle - first),
                      data.subspan(middle, last - middle),
                      spare.subspan(first, last - first),
                      limits.merged);
    };
  };
  const std::size_t all = data.size();
  const std::size_t quarter = all / 4;
  fork_join(policy,
            sort(0, quarter),
            sort(quarter, quarter),
            sort(2 * quarter, quarter),
            sort(3 * quarter, all - 3 * quarter));
  fork_join(policy, merge(0, quarter, 2 * quarter), merge(2 * quarter, 3 * quarter, all));
  merge_by_halves(
      policy, spare.first(2 * quarter), spare.subspan(2 * quarter), data, limits.merged);
}

}  // namespace nuthatch::workloads
