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

// Blocks come from the C library, or are pages of their own if they are pinned. Each has a header,
// by which it is returned to its origin.

/// Null if the allocator and its fallbacks have no such block; or the program ends, if the
/// allocator's traits demand it. Any thread.
[[nodiscard]] void* allocate(const block_request& request, allocator_handle from) noexcept;

/// Does nothing for null.
void deallocate(void* block) noexcept;

/// Returns a block with the same contents, perhaps at the same address. Null if there is none: then
/// the block stays valid.
[[nodiscard]] void* reallocate(void* block, std::size_t bytes, allocator_handle from) noexcept;

/// Where the block came from.
[[nodiscard]] allocator_handle origin_of(const void* block) noexcept;

}  // namespace nuthatch::openmp
