// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/task.hpp>

#include "base/cache_line.hpp"
#include "openmp/model/task_tree_node.hpp"

namespace nuthatch::core {
class worker;
}  // namespace nuthatch::core

namespace nuthatch::openmp {

/// A node with its own storage: that of a deferred task, or of an immediate task with deferred
/// children. Lies in a block of its worker; any worker may free it.
///
/// The fields that other threads write end at a cache line boundary. So the owner can create
/// children while others complete some.
struct task_record : detail::task, task_tree_node {};

static_assert(sizeof(detail::task) + task_tree_node::bytes_for_others == base::cache_line_size);

/// Task blocks from the heap, which a thread without a worker keeps. Called only by that thread.
class spare_heap_blocks {
 public:
  spare_heap_blocks() noexcept = default;
  spare_heap_blocks(const spare_heap_blocks&) = delete;
  spare_heap_blocks& operator=(const spare_heap_blocks&) = delete;
  ~spare_heap_blocks();

  /// Returns a block of at least the size of that class, or null.
  [[nodiscard]] detail::task* take(std::uint32_t size_class) noexcept;

  /// Returns whether the block is kept.
  [[nodiscard]] bool put(detail::task& unused, std::uint32_t size_class) noexcept;

 private:
  std::array<detail::task*, detail::task_block_classes> newest_{};
  std::array<std::uint32_t, detail::task_block_classes> count_{};
};

/// Allocates storage for a record and `bytes` in total, aligned as a cache line; from the heap if
/// there is no worker. Ends the program if there is no memory.
[[nodiscard]] detail::task& allocate_storage(core::worker* self, std::size_t bytes) noexcept;

/// Frees storage. `is_own` is true if this worker has allocated it.
void free_storage(core::worker& self, task_record& unused, bool is_own) noexcept;

/// Frees storage from the heap.
void free_heap_storage(task_record& unused) noexcept;

/// Frees storage on a thread that executes no worker.
void free_storage(core::worker& any, task_record& unused) noexcept;

/// Rounds an address up to a multiple of the alignment.
[[nodiscard]] inline void* align(void* start, std::size_t alignment) noexcept {
  const auto mask = static_cast<std::uintptr_t>(alignment) - 1;
  return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(start) + mask) & ~mask);
}

}  // namespace nuthatch::openmp
