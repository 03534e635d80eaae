// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "openmp/memory/allocator_traits.hpp"

namespace nuthatch::openmp {

struct block_request {
  std::size_t bytes;
  std::size_t alignment = 1;  ///< a power of two
  bool zeroed = false;
};

// Blocks are the C library's, or pages of their own where they are pinned. Each has a head before
// it, so that it goes back to where it came from.

/// Null if the allocator and those that it falls back to have no such block; or else the program
/// ends, if the allocator says so. Any thread.
[[nodiscard]] void* allocate(const block_request& request, allocator_handle from) noexcept;

/// Null gives nothing back.
void deallocate(void* block) noexcept;

/// Another block with the same beginning, perhaps at the same place. Null if there is none: then
/// the block stays.
[[nodiscard]] void* reallocate(void* block, std::size_t bytes, allocator_handle from) noexcept;

/// Where the block came from.
[[nodiscard]] allocator_handle origin_of(const void* block) noexcept;

}  // namespace nuthatch::openmp
