// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace nuthatch {

/// The number of pages of a memory range on each NUMA node.
struct page_counts {
  bool known = false;  ///< false if the system could not determine it; then all counts are 0

  /// Why the counts are not known, for display; empty if they are known.
  std::string reason = "nobody asked";

  std::size_t page_bytes = 0;  ///< size of a page; a large page counts as the small ones in it

  /// Pages on each NUMA node, indexed by the system's node number, up to the highest node with a
  /// page.
  std::vector<std::size_t> on_node;

  /// Pages without memory: never written to, or swapped out.
  std::size_t untouched = 0;

  /// Returns the sum of all counts.
  [[nodiscard]] std::size_t pages() const noexcept {
    std::size_t sum = untouched;
    for (const std::size_t each : on_node) {
      sum += each;
    }
    return sum;
  }
};

/// Determines on which NUMA nodes the pages of [start, start + bytes) lie. Pages that are only
/// partly in the range are included. The function asks the kernel (move_pages without targets), and
/// neither touches nor moves a page. The result is unknown if the kernel lacks this call, if a
/// container forbids it, or if a part of the range is not mapped; then `reason` states which.
///
/// @param start  the start of the range.
/// @param bytes  its size.
///
/// Who may call: any thread. Cost: one system call per 256 pages.
[[nodiscard]] page_counts page_placement(const void* start, std::size_t bytes) noexcept;

}  // namespace nuthatch
