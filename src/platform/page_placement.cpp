// SPDX-License-Identifier: Apache-2.0

// Which NUMA nodes memory lies on: the function that programs call.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include <nuthatch/page_placement.hpp>

#include "base/os_error.hpp"
#include "platform/data_memory.hpp"
#include "platform/memory.hpp"

namespace nuthatch {

namespace {

page_counts unknown(std::string why) {
  page_counts counts;
  counts.reason = std::move(why);
  return counts;
}

std::string nothing_mapped_at(std::uintptr_t address) {
  std::array<char, 64> text{};
  std::snprintf(text.data(),
                text.size(),
                "nothing is mapped at 0x%llx",
                static_cast<unsigned long long>(address));
  return text.data();
}

/// Counts a result of node_of_pages(); returns false if it cannot be counted.
bool add(page_counts& to, int found) {
  if (found == platform::page_untouched) {
    ++to.untouched;
    return true;
  }
  if (found < 0) {
    return false;
  }
  const auto node = static_cast<std::size_t>(found);
  if (to.on_node.size() <= node) {
    to.on_node.resize(node + 1);
  }
  ++to.on_node[node];
  return true;
}

/// Counts whole pages.
page_counts count_pages(std::uintptr_t first, std::size_t pages) {
  page_counts counts;
  counts.page_bytes = platform::page_size();
  std::array<int, platform::max_pages_asked> found{};
  while (pages > 0) {
    const std::size_t some = std::min(pages, found.size());
    const int refused =
        platform::node_of_pages(reinterpret_cast<const std::byte*>(first), some, found.data());
    if (refused != 0) {
      return unknown(base::os_error(refused, "ask the kernel where pages lie (move_pages)").what());
    }
    for (std::size_t i = 0; i < some; ++i) {
      const std::uintptr_t page = first + (i * counts.page_bytes);
      if (!add(counts, found[i])) {
        return unknown(found[i] == platform::page_unmapped
                           ? nothing_mapped_at(page)
                           : "the kernel does not say where one of the pages lies");
      }
    }
    first += some * counts.page_bytes;
    pages -= some;
  }
  counts.known = true;
  counts.reason.clear();
  return counts;
}

}  // namespace

page_counts page_placement(const void* start, std::size_t bytes) noexcept {
  try {
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    const std::size_t page = platform::page_size();
    // The last page of all belongs to no program, so its end need not be representable.
    const std::uintptr_t most = std::numeric_limits<std::uintptr_t>::max() - page;
    if (address > most || bytes > most - address) {
      return unknown("the range ends behind the last address");
    }
    const std::uintptr_t first = address / page * page;
    const std::uintptr_t end = (address + bytes + page - 1) / page * page;
    return count_pages(first, bytes == 0 ? 0 : (end - first) / page);
  } catch (const std::bad_alloc&) {
    page_counts none;  // without a reason that takes memory
    none.reason = "no memory";
    return none;
  }
}

}  // namespace nuthatch
