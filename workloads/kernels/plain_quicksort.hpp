// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nuthatch::workloads {

/// Hoare's partition of at least three numbers around the median of three: nothing greater than it
/// is before the returned place, and nothing less behind. Neither side is empty.
std::size_t partition(std::span<std::int32_t> numbers);

/// Insertion sort is fastest for ranges up to this length.
inline constexpr std::size_t short_range = 24;

/// The time of one comparison.
inline constexpr double ns_per_quicksort_comparison = 2.5;

/// The plain sequential program. Sorts ranges up to `insertion`, at least 2, by insertion.
void plain_quicksort(std::span<std::int32_t> numbers, std::size_t insertion = short_range);

}  // namespace nuthatch::workloads
