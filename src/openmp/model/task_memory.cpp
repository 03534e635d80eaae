// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/task_memory.hpp"

#include <cstddef>
#include <utility>

#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/make_task.hpp>

#include "base/cache_line.hpp"
#include "core/memory/task_blocks.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/thread.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t block_alignment = detail::task_block_sizes[0];

/// Prefetches the first two lines of the next record. They are in the cache of the thread that
/// executed the last task there.
void fetch_to_fill(const detail::task* unused) noexcept {
  if (unused != nullptr) {
    platform::fetch_to_change(unused);
    platform::fetch_to_change(reinterpret_cast<const std::byte*>(unused) + base::cache_line_size);
  }
}

// A block from the heap that has the size of a class has the class plus this number.
constexpr std::uint32_t first_sized = detail::heap_block + 1;

[[nodiscard]] detail::task* allocate_sized(std::uint32_t size_class) {
  if (detail::task* const spare = this_thread().spare_blocks.take(size_class); spare != nullptr) {
    return spare;
  }
  detail::task* const added =
      detail::allocate_large_task(detail::task_block_sizes[size_class], block_alignment);
  added->block_class = first_sized + size_class;
  return added;
}

}  // namespace

spare_heap_blocks::~spare_heap_blocks() {
  for (std::uint32_t c = 0; c < detail::task_block_classes; ++c) {
    while (detail::task* const each = take(c)) {
      detail::free_large_task(each, block_alignment);
    }
  }
}

detail::task* spare_heap_blocks::take(std::uint32_t size_class) noexcept {
  detail::task*& newest = newest_[size_class];
  if (newest == nullptr) {
    return nullptr;
  }
  --count_[size_class];
  return std::exchange(newest, newest->next);
}

bool spare_heap_blocks::put(detail::task& unused, std::uint32_t size_class) noexcept {
  constexpr std::uint32_t most = 64;
  if (count_[size_class] >= most) {
    return false;
  }
  ++count_[size_class];
  unused.next = std::exchange(newest_[size_class], &unused);
  return true;
}

detail::task& allocate_storage(core::worker* self, std::size_t bytes) noexcept {
  try {
    const std::uint32_t which = detail::block_class_for(bytes, block_alignment);
    if (which == detail::heap_block) {
      return *detail::allocate_large_task(bytes, block_alignment);
    }
    if (self == nullptr) {
      return *allocate_sized(which);
    }
    detail::task& found = *self->blocks.take(which);
    fetch_to_fill(self->blocks.next(which));
    return found;
  } catch (...) {
    abort_program("no memory for a task");
  }
}

void free_heap_storage(task_record& unused) noexcept {
  const std::uint32_t which = unused.block_class;
  if (which < first_sized || this_thread_or_null == nullptr ||
      !this_thread_or_null->spare_blocks.put(unused, which - first_sized)) {
    detail::free_large_task(&unused, block_alignment);
  }
}

void free_storage(core::worker& self, task_record& unused, bool is_own) noexcept {
  const std::uint32_t which = unused.block_class;
  if (which >= detail::heap_block) {
    free_heap_storage(unused);
    return;
  }
  self.blocks.put(&unused, which);
  if (!is_own) {
    self.blocks.note_foreign(which, 1);
  }
}

void free_storage(core::worker& any, task_record& unused) noexcept {
  if (unused.block_class >= detail::heap_block) {
    free_heap_storage(unused);
  } else {
    any.team().blocks().any_return(&unused);
  }
}

}  // namespace nuthatch::openmp
