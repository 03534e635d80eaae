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

// Blocks come from the C library, or have pages of their own if they are pinned. Each has a header,
// by which it is returned to its origin.

/// Allocates a block. Returns null if the allocator and its fallbacks cannot provide it; ends the
/// program instead if the allocator's traits demand that. Any thread.
[[nodiscard]] void* allocate(const block_request& request, allocator_handle from) noexcept;

/// Does nothing for null.
void deallocate(void* block) noexcept;

/// Returns a block with the same contents, perhaps at the same address. Returns null if that is
/// impossible; then the block stays valid.
[[nodiscard]] void* reallocate(void* block, std::size_t bytes, allocator_handle from) noexcept;

/// The allocator that the block came from.
[[nodiscard]] allocator_handle origin_of(const void* block) noexcept;

}  // namespace nuthatch::openmp
