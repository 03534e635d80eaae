// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/task.hpp>

namespace nuthatch::core {
class task_block_pool;
}

namespace nuthatch::detail {

/// Task blocks come in a few sizes; larger closures are allocated from the heap.
inline constexpr std::size_t task_block_sizes[] = {64, 128, 256};
inline constexpr std::size_t task_block_classes = 3;
inline constexpr std::uint32_t heap_block = task_block_classes;

/// Which blocks have room for something of this size and alignment.
constexpr std::uint32_t block_class_for(std::size_t bytes, std::size_t alignment) noexcept {
  for (std::uint32_t c = 0; c < task_block_classes; ++c) {
    if (bytes <= task_block_sizes[c] && alignment <= task_block_sizes[0]) {
      return c;
    }
  }
  return heap_block;
}

/// The free task blocks that a worker has at hand, by their class.
///
/// Role: the owner, for all; the last two functions also when the worker has ended.
///
/// Cost: two loads and a store to take one, two stores and a load to put one back. From and to the
/// runtime's pool they go by the batch.
class block_cache {
 public:
  [[gnu::always_inline]] task* take(std::uint32_t block_class) {
    task* block = free_[block_class];
    if (block == nullptr) [[unlikely]] {
      block = acquire_slow(block_class);
    }
    free_[block_class] = block->next;
    return block;
  }

  [[gnu::always_inline]] void put(task* block, std::uint32_t block_class) noexcept {
    task*& newest = free_[block_class];
    block->next = newest;
    newest = block;
  }

  /// The one that take() gives next; null if it has to be fetched from the pool.
  [[nodiscard]] const task* next(std::uint32_t block_class) const noexcept {
    return free_[block_class];
  }

  /// `count` blocks of other workers' tasks were put here: they pile up with thieves.
  void note_foreign(std::uint32_t block_class, std::uint32_t count) noexcept;

  [[nodiscard]] core::task_block_pool* pool() const noexcept { return pool_; }

  void use(core::task_block_pool& of_the_runtime) noexcept { pool_ = &of_the_runtime; }

  /// How many there are.
  [[nodiscard]] std::uint64_t count() const noexcept;

 private:
  /// A batch, where the cache is empty. Throws std::bad_alloc.
  [[gnu::cold, gnu::noinline]] task* acquire_slow(std::uint32_t block_class);
  void release_batch(std::uint32_t block_class) noexcept;

  task* free_[task_block_classes] = {};
  core::task_block_pool* pool_ = nullptr;
  std::uint32_t foreign_[task_block_classes] = {};
};

}  // namespace nuthatch::detail
