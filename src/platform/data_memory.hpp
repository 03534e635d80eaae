// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include <nuthatch/placed_array.hpp>

namespace nuthatch::platform {

// Memory for data that belongs on the NUMA node of whoever uses it: it comes to be there since he
// writes to it first. Any thread may call any of these.

/// The size of large pages, as Linux gives them out by itself.
[[nodiscard]] std::size_t large_page_bytes(const std::filesystem::path& root = "/");

/// Readable and writable pages, zeroed, without memory behind them until they are written to; to be
/// given back by release(). Large ones begin at a multiple of their size. Null where there are no
/// such addresses to be had.
///
/// @param bytes  a multiple of page_size(), not 0
[[nodiscard]] std::byte* map_untouched(std::size_t bytes, page_kind wanted);

/// The NUMA nodes whose memory this process may use, by the system's numbers, ascending; 0 alone
/// where the system says nothing of them. `root` is "/" but in tests.
[[nodiscard]] std::vector<unsigned> memory_nodes(const std::filesystem::path& root = "/");

/// Where a page lies, if not on a node, as node_of_pages() says it.
inline constexpr int page_untouched = -1;
inline constexpr int page_unmapped = -2;
inline constexpr int page_unclear = -3;

/// So many pages at once.
inline constexpr std::size_t most_pages_asked = 256;

/// Writes for each of `count` pages, from that at `first` on, the NUMA node that it lies on, or
/// what else is true of it. Returns 0, or the errno of a system that does not say.
///
/// @param count  most_pages_asked at most
[[nodiscard]] int node_of_pages(const std::byte* first, std::size_t count, int* nodes) noexcept;

/// How many of `pages` pages lie on one node in the row at `a`, and on another one in the row at
/// `b`. 0 where the system does not say.
[[nodiscard]] std::size_t pages_on_other_nodes(const std::byte* a,
                                               const std::byte* b,
                                               std::size_t pages) noexcept;

}  // namespace nuthatch::platform
