// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include <nuthatch/placed_array.hpp>

namespace nuthatch::platform {

// Memory for data that belongs on the NUMA node of its user: the user places it there by writing to
// it first. Any thread may call any of these functions.

/// Returns the size of large pages, as Linux provides them automatically.
[[nodiscard]] std::size_t large_page_bytes(const std::filesystem::path& root = "/");

/// Maps readable and writable pages, zeroed, without memory until they are written to; release()
/// unmaps them. Large ones begin at a multiple of their size. Returns null if no such addresses are
/// available.
///
/// @param bytes   the size, a multiple of page_size(), not 0.
/// @param wanted  the kind of pages.
[[nodiscard]] std::byte* map_untouched(std::size_t bytes, page_kind wanted);

/// Returns the NUMA nodes whose memory this process may use, by the system's numbers, ascending;
/// only 0 if the system provides no information. `root` is "/" except in tests.
[[nodiscard]] std::vector<unsigned> memory_nodes(const std::filesystem::path& root = "/");

/// The state of a page that lies on no node, as node_of_pages() reports it.
inline constexpr int page_untouched = -1;
inline constexpr int page_unmapped = -2;
inline constexpr int page_unclear = -3;

/// The maximal number of pages per call of node_of_pages().
inline constexpr std::size_t max_pages_asked = 256;

/// Stores for each of `count` pages, beginning with the one at `first`, the NUMA node on which it
/// lies, or its state. Returns 0, or the errno of a system that does not provide the information.
///
/// @param count  at most max_pages_asked.
[[nodiscard]] int node_of_pages(const std::byte* first, std::size_t count, int* nodes) noexcept;

/// Returns how many of `pages` pages lie on one node in the range at `a`, and on another one in the
/// range at `b`; 0 if the system does not provide the information.
[[nodiscard]] std::size_t pages_on_other_nodes(const std::byte* a,
                                               const std::byte* b,
                                               std::size_t pages) noexcept;

}  // namespace nuthatch::platform
