// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nuthatch::workloads {

/// Hoare's partition around the median of three, of at least three numbers: puts nothing greater
/// than it before the returned place and nothing less behind. Neither side is empty.
std::size_t partition(std::span<std::int32_t> numbers);

/// Ranges up to this length are best sorted by insertion.
inline constexpr std::size_t short_range = 24;

/// What one comparison takes.
inline constexpr double ns_per_quicksort_comparison = 2.5;

/// The plain sequential program. Ranges up to `insertion`, at least 2, are sorted by insertion.
void plain_quicksort(std::span<std::int32_t> numbers, std::size_t insertion = short_range);

}  // namespace nuthatch::workloads
