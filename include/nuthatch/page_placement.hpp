// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace nuthatch {

/// How many pages of a range of memory lie where.
struct page_counts {
  bool known = false;  ///< false where the system could not say; then all counts are 0

  /// Why it is not known, for people; empty where it is.
  std::string reason = "nobody asked";

  std::size_t page_bytes = 0;  ///< size of a page; a large page counts as the small ones in it

  /// By the system's numbers of NUMA nodes: pages that lie there. Up to the highest that has one.
  std::vector<std::size_t> on_node;

  /// Pages without memory: nobody has written to them, or the system has taken the memory away and
  /// keeps what was in it on a disk.
  std::size_t untouched = 0;

  /// All of them together.
  [[nodiscard]] std::size_t pages() const noexcept {
    std::size_t sum = untouched;
    for (const std::size_t each : on_node) {
      sum += each;
    }
    return sum;
  }
};

/// On which NUMA nodes the pages of [start, start + bytes) lie, those included that are only partly
/// in the range. Asks the kernel (move_pages without targets), and touches and moves nothing. It is
/// not known where the kernel knows no such call, or a container forbids it, and where nothing is
/// mapped in a part of the range; `reason` says which.
///
/// Who may call: any thread. Cost: a system call for each 256 pages.
[[nodiscard]] page_counts page_placement(const void* start, std::size_t bytes) noexcept;

}  // namespace nuthatch
