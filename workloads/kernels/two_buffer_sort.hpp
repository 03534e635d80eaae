// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "workloads/kernels/merge_by_halves.hpp"
#include "workloads/kernels/number_sorting.hpp"
#include "workloads/spawning/charged_work.hpp"

namespace nuthatch::workloads {

/// Sorts numbers by merging sorted halves, with a buffer of the same size.
class two_buffer_sort {
 public:
  using numbers = std::span<std::int32_t>;

  /// Ranges up to this length are sorted by insertion.
  static constexpr std::size_t shortest = 24;

  /// The plain sequential program.
  static void run_serial(numbers data, numbers spare) { sort_serial(data, spare, target::data); }

  /// Sorts both halves and merges them in parallel; ranges up to `cutoff`, at least `shortest`,
  /// without spawns. Works for any policy that has a fork_join(policy, call, call) in its
  /// namespace.
  template <class Policy>
  static void run(Policy policy, numbers data, numbers spare, std::size_t cutoff) {
    sort_parallel(policy, data, spare, target::data, cutoff);
  }

 private:
  /// The buffer for the result. The two buffers of a range alternate from level to level.
  enum class target : std::uint8_t { data, spare };

  static target other(target where) { return where == target::data ? target::spare : target::data; }

  static void sort_serial(numbers data, numbers spare, target where);

  template <class Policy>
  static void sort_parallel(
      Policy policy, numbers data, numbers spare, target where, std::size_t cutoff) {
    if (data.size() <= cutoff) {
      state<Policy>(ns_per_merged_number, comparisons_to_sort(data.size()));
      sort_serial(data, spare, where);
      return;
    }
    const std::size_t half = data.size() / 2;
    fork_join(
        policy,
        [=] { sort_parallel(policy, data.first(half), spare.first(half), other(where), cutoff); },
        [=] {
          sort_parallel(policy, data.subspan(half), spare.subspan(half), other(where), cutoff);
        });
    const numbers from = where == target::data ? spare : data;
    const numbers into = where == target::data ? data : spare;
    merge_by_halves(policy, from.first(half), from.subspan(half), into, cutoff);
  }
};

}  // namespace nuthatch::workloads
