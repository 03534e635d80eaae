// SPDX-License-Identifier: Apache-2.0

// Task memory: between the caches of workers, the pool of their runtime, and the heap.

#include <new>
#include <utility>

#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/make_task.hpp>

#include "core/fresh_work.hpp"
#include "core/memory/task_blocks.hpp"
#include "core/process/process_fork.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

namespace {

// The number of foreign blocks that a cache collects before it returns a batch; as for stacks.
constexpr std::uint32_t foreign_kept = 4 * core::task_block_pool::batch;

}  // namespace

task* block_cache::acquire_slow(std::uint32_t block_class) {
  return free_[block_class] = pool_->any_acquire(block_class);
}

void block_cache::note_foreign(std::uint32_t block_class, std::uint32_t count) noexcept {
  std::uint32_t& foreign = foreign_[block_class];
  foreign += count;
  while (foreign >= foreign_kept) {
    foreign -= core::task_block_pool::batch;
    release_batch(block_class);
  }
}

/// Returns one batch to the pool if there is one.
void block_cache::release_batch(std::uint32_t block_class) noexcept {
  task* last = free_[block_class];
  for (std::size_t i = 1; i < core::task_block_pool::batch && last != nullptr; ++i) {
    last = last->next;
  }
  if (last != nullptr) {
    task* const first = std::exchange(free_[block_class], last->next);
    last->next = nullptr;
    pool_->any_release(block_class, first);
  }
}

std::uint64_t block_cache::count() const noexcept {
  std::uint64_t count = 0;
  for (const task* const first : free_) {
    count += core::count_up_to(first, ~std::uint64_t{0});
  }
  return count;
}

void return_block_slow(const block_owner& of, task* block) noexcept {
  worker* const self = this_worker();
  if (self == nullptr || self->blocks.pool() != of.pool) {
    of.pool->any_return(block);
    return;
  }
  self->blocks.put(block, block->block_class);
  if (!core::is_in_forked_process(static_cast<core::worker&>(*self))) {
    self->blocks.note_foreign(block->block_class, 1);
  }
}

task* allocate_large_task(std::size_t bytes, std::size_t alignment) {
  return new (::operator new(bytes, std::align_val_t{alignment}))
      task{nullptr, nullptr, nullptr, {nullptr}, 0, heap_block};
}

void free_large_task(task* block, std::size_t alignment) noexcept {
  ::operator delete(block, std::align_val_t{alignment});
}

}  // namespace nuthatch::detail
