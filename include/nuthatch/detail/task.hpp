// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

namespace nuthatch::detail {

class future_base;
struct children_frame;
struct finish_state;
struct join_counter;
struct task;
struct worker;

/// Further operations of a launched task. Its object also contains its result, and a waiter may run
/// it before it is taken out of a queue.
struct launched_operations {
  future_base& (*result)(task&) noexcept;
  void (*destroy)(task&) noexcept;  ///< destroys the object
  std::uint32_t bytes;              ///< the size of the object
};

/// The operations of the core on a fresh task whose type it does not know.
struct task_operations {
  /// Runs the closure, stores its exception for its waiter, destroys it and returns the block. The
  /// caller updates the join counter. Returns the worker of the calling thread, which is another
  /// one than before if the closure waited and was resumed elsewhere.
  worker& (*run)(task&) noexcept;
  /// Replaces run: destroys the closure, returns the block, and stores `why` for the waiter. Runs
  /// on the worker's own stack, for lack of another one. If `why` is null, the task is left out
  /// because its finish is stopped; then this runs on a task's stack. Launched tasks are not left
  /// out.
  void (*refuse)(task&, const std::exception_ptr& why) noexcept;
  const char* (*origin)() noexcept;               ///< a name for diagnoses
  const launched_operations* launched = nullptr;  ///< null: the task is in one place at a time
  /// Runs the newest child of the frame, as run does, and then those behind it that are of the same
  /// type, until requests are pending or other workers have got the next one. `self` is the calling
  /// thread's worker. Null for tasks that are not children of scopes.
  worker& (*run_siblings)(worker& self, children_frame&) noexcept = nullptr;
};

/// A closure that has not started; the closure itself follows the header. It lies in a block of the
/// spawning worker and ends on the worker that runs it.
struct task {
  task* next;  // the next older sibling or async; in the free list: the next free block
  const task_operations* operations;
  // Counts the task; null for a launched task. Not written while the frame of a scope has the task.
  join_counter* join;

  union {
    finish_state* finish;  // the finish it runs under; written when it leaves its worker's lists
    task* newer;           // in its worker's list, for an async or a launched task
  };

  // On its way to a thief: the number of siblings, including this one, that travel together. In its
  // worker's list: a number in the order of the list; the difference of two is the number between
  // them.
  std::uint32_t chain;
  std::uint32_t block_class;  // written when the block is created
};

}  // namespace nuthatch::detail
