// SPDX-License-Identifier: Apache-2.0
#include "platform/data_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "base/bits.hpp"
#include "platform/affinity.hpp"
#include "platform/first_line.hpp"
#include "platform/memory.hpp"

namespace nuthatch::platform {

namespace {

/// Returns the numbers in a list of the kernel; nothing if it cannot be parsed.
std::optional<std::vector<unsigned>> numbers_in(std::string_view list) {
  try {
    return cpu_set::parse(list).members();
  } catch (const option_error&) {
    return std::nullopt;
  }
}

/// Returns what follows the key in a line of /proc/self/status.
std::string allowed_nodes(const std::filesystem::path& root) {
  constexpr std::string_view key = "Mems_allowed_list:";
  std::ifstream status(root / "proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) {
      return line.substr(key.size());
    }
  }
  return {};
}

std::string nodes_with_memory(const std::filesystem::path& root) {
  return first_line(root / "sys/devices/system/node/has_memory").value_or("");
}

void give_back(std::byte* start, std::size_t bytes) noexcept {
  if (bytes > 0) {
    release(start, bytes);
  }
}

/// Returns whether anything is mapped there.
bool is_mapped(const std::byte* page) noexcept {
  unsigned char present = 0;
  return mincore(const_cast<std::byte*>(page), page_size(), &present) == 0 || errno != ENOMEM;
}

/// `status` is the kernel's result: a node, or a negative errno.
int meaning_of(int status, const std::byte* page) noexcept {
  if (status >= 0) {
    return status;
  }
  switch (-status) {
    case ENOENT:
      return page_untouched;
    case EFAULT:  // nothing is mapped, or the page was only read: all such share one of zeros
      return is_mapped(page) ? page_untouched : page_unmapped;
    default:
      return page_unclear;
  }
}

}  // namespace

std::size_t large_page_bytes(const std::filesystem::path& root) {
  // The size on x86-64, and on AArch64 with pages of 4 KiB.
  constexpr std::size_t usual = std::size_t{2} << 20U;
  std::ifstream file(root / "sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
  std::size_t bytes = 0;
  return file >> bytes && std::has_single_bit(bytes) && bytes >= page_size() ? bytes : usual;
}

std::byte* map_untouched(std::size_t bytes, page_kind wanted) {
  NUTHATCH_ASSERT(bytes > 0 && base::is_multiple(bytes, page_size()));
  const std::size_t large = wanted == page_kind::large ? large_page_bytes() : page_size();
  // So that some multiple of the size is far enough before the end.
  const std::size_t spare = bytes >= large ? large - page_size() : 0;
  if (bytes > std::numeric_limits<std::size_t>::max() - spare) {
    return nullptr;
  }
  // Not MAP_NORESERVE: a caller that requests more than the system promises has to learn it now.
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  void* const got = mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == MAP_FAILED) {
    return nullptr;
  }
  auto* const begin = static_cast<std::byte*>(got);
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t before =
      spare == 0 ? 0 : base::round_up(address, std::uintptr_t{large}) - address;
  std::byte* const start = begin + before;
  give_back(begin, before);
  give_back(start + bytes, spare - before);
  if (wanted == page_kind::large) {
    static_cast<void>(madvise(start, bytes, MADV_HUGEPAGE));  // a hint
  } else if (wanted == page_kind::small) {
    refuse_huge_pages(start, bytes);
  }
  return start;
}

std::vector<unsigned> memory_nodes(const std::filesystem::path& root) {
  // The first file may name nodes that do not exist, the second those that a cpuset excludes.
  const auto allowed = numbers_in(allowed_nodes(root));
  const auto there = numbers_in(nodes_with_memory(root));
  std::vector<unsigned> both;
  if (allowed && there && !allowed->empty() && !there->empty()) {
    std::ranges::set_intersection(*allowed, *there, std::back_inserter(both));
  } else if (allowed && !allowed->empty()) {
    both = *allowed;
  } else if (there) {
    both = *there;
  }
  return both.empty() ? std::vector<unsigned>{0} : both;
}

int node_of_pages(const std::byte* first, std::size_t count, int* nodes) noexcept {
  NUTHATCH_ASSERT(count <= max_pages_asked);
  NUTHATCH_ASSERT(base::is_multiple(reinterpret_cast<std::uintptr_t>(first), page_size()));
  std::array<const void*, max_pages_asked> pages;
  for (std::size_t i = 0; i < count; ++i) {
    pages[i] = first + (i * page_size());
    nodes[i] = 0;
  }
  // Process 0 is this one; without targets nothing is moved (Linux 2.6.18).
  const long asked = syscall(SYS_move_pages, 0, count, pages.data(), nullptr, nodes, 0);
  if (asked != 0) {
    return asked < 0 ? errno : EINVAL;
  }
  for (std::size_t i = 0; i < count; ++i) {
    nodes[i] = meaning_of(nodes[i], first + (i * page_size()));
  }
  return 0;
}

std::size_t pages_on_other_nodes(const std::byte* a,
                                 const std::byte* b,
                                 std::size_t pages) noexcept {
  std::array<int, max_pages_asked> of_a;
  std::array<int, max_pages_asked> of_b;
  std::size_t count = 0;
  for (std::size_t at = 0; at < pages; at += max_pages_asked) {
    const std::size_t some = std::min(pages - at, max_pages_asked);
    if (node_of_pages(a + (at * page_size()), some, of_a.data()) != 0 ||
        node_of_pages(b + (at * page_size()), some, of_b.data()) != 0) {
      return 0;
    }
    for (std::size_t i = 0; i < some; ++i) {
      count += of_a[i] >= 0 && of_b[i] >= 0 && of_a[i] != of_b[i] ? 1 : 0;
    }
  }
  return count;
}

}  // namespace nuthatch::platform
