// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

namespace nuthatch::detail {

class future_base;
struct finish_state;
struct join_counter;
struct task;

/// What else there is to do with a launched task, which whoever waits for it may run before it is
/// taken out of a queue, and which lies in one object with its result.
struct launched_operations {
  future_base& (*result)(task&) noexcept;
  void (*destroy)(task&) noexcept;  ///< the object
  std::uint32_t bytes;              ///< of the object
};

/// What the core does with a fresh task without knowing its type.
struct task_operations {
  /// Runs the closure, keeps what it throws with whoever waits, destroys it and returns the block.
  /// The join counter is left to the caller.
  void (*run)(task&) noexcept;
  /// Instead, where no stack could be had for it: destroys the closure, returns the block, and
  /// leaves `why` with whoever waits. On the worker's own stack.
  void (*refuse)(task&, const std::exception_ptr& why) noexcept;
  const char* (*origin)() noexcept;               ///< a name for diagnoses
  const launched_operations* launched = nullptr;  ///< null: the task is in one place at a time
};

/// A closure that has not started; the closure itself follows the header. Lies in a block of the
/// spawning worker and dies on the worker that runs it.
struct task {
  task* next;  // the next older sibling or async; in the free list: the next free block
  const task_operations* operations;
  join_counter* join;  // who waits for it; null for a launched task

  union {
    finish_state* finish;  // what it runs under; written when the task leaves its worker's lists
    task* newer;           // of one that its worker keeps: an async, or launched
  };

  // On its way to a thief: how many siblings, this one included, travel together. Of one that its
  // worker keeps: a number in the order of the list; two of them tell how many lie between.
  std::uint32_t chain;
  std::uint32_t block_class;  // written when the block is made
};

}  // namespace nuthatch::detail
