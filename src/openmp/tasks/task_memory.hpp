// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/task.hpp>

#include "base/cache_line.hpp"
#include "openmp/tasks/task_tree_node.hpp"

namespace nuthatch::core {
class worker;
}  // namespace nuthatch::core

namespace nuthatch::openmp {

/// A node in memory of its own: that of a deferred task, or of one that was not deferred and has
/// deferred children. Lies in a block of its worker, and goes back on any.
///
/// A line ends where the node's counts for others do, so that its owner can make children while
/// others end some.
struct task_record : detail::task, task_tree_node {};

static_assert(sizeof(detail::task) + task_tree_node::bytes_for_others == base::cache_line_size);

/// So many bytes for a record and what is behind it, aligned as a cache line is; from the heap if
/// there is no worker. Ends the program if there are none.
[[nodiscard]] detail::task& allocate_storage(core::worker* self, std::size_t bytes) noexcept;

/// `is_own` says whether the worker took it.
void free_storage(core::worker& self, task_record& unused, bool is_own) noexcept;

/// Of one that came from the heap.
void free_heap_storage(task_record& unused) noexcept;

/// By a thread that is no worker's.
void free_storage(core::worker& any, task_record& unused) noexcept;

/// The first address from there on that is a multiple.
[[nodiscard]] inline void* align(void* start, std::size_t alignment) noexcept {
  const auto mask = static_cast<std::uintptr_t>(alignment) - 1;
  return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(start) + mask) & ~mask);
}

}  // namespace nuthatch::openmp
