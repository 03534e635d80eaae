// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "workloads/spawning/charged_work.hpp"

namespace nuthatch::workloads {

inline constexpr double ns_per_merged_number = 3.5;

/// Merges sorted numbers, in parallel if there are more than `cutoff`, at least 2: half of the
/// longer side with what precedes it from the shorter, and the rest. Equal numbers stay in order.
/// Works for any policy that has a fork_join(policy, call, call) in its namespace.
template <class Policy>
void merge_by_halves(Policy policy,
                     std::span<const std::int32_t> left,
                     std::span<const std::int32_t> right,
                     std::span<std::int32_t> into,
                     std::size_t cutoff) {
  if (into.size() <= cutoff) {
    state<Policy>(ns_per_merged_number, into.size());
    std::ranges::merge(left, right, into.begin());
    return;
  }
  std::size_t left_place = left.size() / 2;
  std::size_t right_place = right.size() / 2;
  if (left.size() >= right.size()) {
    const auto found = std::lower_bound(right.begin(), right.end(), left[left_place]);
    right_place = static_cast<std::size_t>(found - right.begin());
  } else {
    const auto found = std::upper_bound(left.begin(), left.end(), right[right_place]);
    left_place = static_cast<std::size_t>(found - left.begin());
  }
  const std::size_t place = left_place + right_place;
  fork_join(
      policy,
      [=] {
        merge_by_halves(
            policy, left.first(left_place), right.first(right_place), into.first(place), cutoff);
      },
      [=] {
        merge_by_halves(policy,
                        left.subspan(left_place),
                        right.subspan(right_place),
                        into.subspan(place),
                        cutoff);
      });
}

}  // namespace nuthatch::workloads
