#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/task.hpp>

#include "openmp/tasks/task.hpp"
#include "openmp/tasks/task_node.hpp"

namespace nuthatch::openmp {

class crew;
struct thread;

/// What a program asks for by a task construct.
struct task_request {
  void (*function)(void*);
  void* data;
  void (*copy)(void* into, void* from);  ///< makes the task's data; null: its bytes are copied
  std::size_t bytes;
  std::size_t alignment;
  bool deferred;
  bool is_final;
};

/// A node in memory of its own: that of a deferred task, or of one that was not deferred and has
/// deferred children. Lies in a block of its worker, and goes back on any.
struct task_record : detail::task, task_node {};

/// A task that waits to be executed. Its data follow.
struct deferred_task : task_record {
  void (*function)(void*);
  const controls* says;
  crew* of;
  std::uint32_t maker;  ///< the member that made it
  bool is_final;
};

/// Makes the task: others may execute it from now on. Or executes it at once, where the program
/// wants it so, where nobody else could, or where enough tasks wait.
void make_task(thread& self, const task_request& wanted);

/// Waits for the children of the running task. Meanwhile it executes them, and what they make.
void wait_for_children(thread& self) noexcept;

/// Executes what waits, if anything that may be executed on top of the running task does.
void yield_task(thread& self) noexcept;

}  // namespace nuthatch::openmp
