// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/task.hpp>

namespace nuthatch::core {
class task_block_pool;
}

namespace nuthatch::detail {

/// Task blocks come in seven sizes, powers of two; larger closures are allocated on the heap.
inline constexpr std::size_t task_block_sizes[] = {64, 128, 256, 512, 1024, 2048, 4096};
inline constexpr std::size_t task_block_classes = 7;
inline constexpr std::uint32_t heap_block = task_block_classes;

/// Returns the class of the smallest blocks with room for an object of this size and alignment.
constexpr std::uint32_t block_class_for(std::size_t bytes, std::size_t alignment) noexcept {
  constexpr std::size_t smallest = task_block_sizes[0];
  if (bytes > task_block_sizes[task_block_classes - 1] || alignment > smallest) {
    return heap_block;
  }
  return bytes <= smallest ? 0 : static_cast<std::uint32_t>(std::bit_width((bytes - 1) / smallest));
}

/// The free task blocks of a worker, by class.
///
/// Role: only the owner calls the functions; the last two may also be called after the worker has
/// ended.
///
/// Cost: two loads and a store to take a block, two stores and a load to put one back. Blocks move
/// from and to the runtime's pool in batches.
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

  /// Puts back the blocks from `first` to `last`, which are linked by `next`.
  [[gnu::always_inline]] void put_chain(task* first,
                                        task* last,
                                        std::uint32_t block_class) noexcept {
    task*& newest = free_[block_class];
    last->next = newest;
    newest = first;
  }

  /// Returns the block that take() would return; null if the next one has to come from the pool.
  [[nodiscard, gnu::always_inline]] task* next(std::uint32_t block_class) const noexcept {
    return free_[block_class];
  }

  /// Takes the block that next() has returned.
  [[gnu::always_inline]] void take_next(task* block, std::uint32_t block_class) noexcept {
    free_[block_class] = block->next;
  }

  /// Notes that `count` blocks of other workers' tasks were put here. They accumulate with thieves.
  void note_foreign(std::uint32_t block_class, std::uint32_t count) noexcept;

  [[nodiscard]] core::task_block_pool* pool() const noexcept { return pool_; }

  void use(core::task_block_pool& of_the_runtime) noexcept { pool_ = &of_the_runtime; }

  /// Returns the number of blocks.
  [[nodiscard]] std::uint64_t count() const noexcept;

 private:
  /// Fetches a batch for an empty cache. Throws std::bad_alloc.
  [[gnu::cold, gnu::noinline]] task* acquire_slow(std::uint32_t block_class);
  void release_batch(std::uint32_t block_class) noexcept;

  task* free_[task_block_classes] = {};
  core::task_block_pool* pool_ = nullptr;
  std::uint32_t foreign_[task_block_classes] = {};
};

}  // namespace nuthatch::detail
