#include "openmp/tasks/task_memory.hpp"

#include <nuthatch/detail/block_cache.hpp>
#include <nuthatch/detail/make_task.hpp>

#include "base/assert.hpp"
#include "core/task_blocks.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t block_alignment = detail::task_block_sizes[0];

}  // namespace

detail::task& take_room(core::worker* self, std::size_t bytes) noexcept {
  try {
    const std::uint32_t which = detail::block_class_for(bytes, block_alignment);
    return self == nullptr || which == detail::heap_block
               ? *detail::allocate_large_task(bytes, block_alignment)
               : *self->blocks.take(which);
  } catch (...) {
    base::end_program("openmp: no memory for a task");
  }
}

void give_back_to_heap(task_record& unused) noexcept {
  detail::free_large_task(&unused, block_alignment);
}

void give_back(core::worker& self, task_record& unused, bool is_own) noexcept {
  const std::uint32_t which = unused.block_class;
  if (which == detail::heap_block) {
    give_back_to_heap(unused);
    return;
  }
  self.blocks.put(&unused, which);
  if (!is_own) {
    self.blocks.note_foreign(which, 1);
  }
}

void give_back(core::worker& any, task_record& unused) noexcept {
  if (unused.block_class == detail::heap_block) {
    give_back_to_heap(unused);
  } else {
    any.team().blocks().any_return(&unused);
  }
}

}  // namespace nuthatch::openmp
