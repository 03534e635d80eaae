// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/origin.hpp>
#include <nuthatch/detail/user_code.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::detail {

[[gnu::cold, gnu::noinline]] task* allocate_large_task(std::size_t bytes, std::size_t alignment);
[[gnu::cold, gnu::noinline]] void free_large_task(task* block, std::size_t alignment) noexcept;

/// The offset of a closure of type Function in a block, and the class of blocks with room for it.
template <class Function>
struct task_layout {
  static constexpr std::size_t offset =
      (sizeof(task) + alignof(Function) - 1) / alignof(Function) * alignof(Function);
  static constexpr std::size_t bytes = offset + sizeof(Function);
  static constexpr std::size_t alignment = alignof(Function) > alignof(task) ? alignof(Function)
                                                                             : alignof(task);

  static constexpr std::uint32_t block_class = block_class_for(bytes, alignment);
};

/// The source of a task's memory: the spawning worker's blocks or, on foreign threads, the heap.
enum class task_memory : std::uint8_t { of_worker, of_heap };

template <class Function, task_memory Memory>
inline constexpr bool on_heap =
    Memory == task_memory::of_heap || task_layout<Function>::block_class == heap_block;

template <class Function>
[[gnu::always_inline]] inline Function* closure_of(task& header) noexcept {
  return reinterpret_cast<Function*>(reinterpret_cast<std::byte*>(&header) +
                                     task_layout<Function>::offset);
}

template <class Function, task_memory Memory>
[[gnu::always_inline]] inline task* allocate_task(worker* self) {
  using layout = task_layout<Function>;
  if constexpr (on_heap<Function, Memory>) {
    return allocate_large_task(layout::bytes, layout::alignment);
  } else {
    return self->blocks.take(layout::block_class);
  }
}

/// Returns the calling thread's worker.
template <class Function, task_memory Memory>
[[gnu::always_inline]] inline worker& free_task(task* block) noexcept {
  using layout = task_layout<Function>;
  if constexpr (on_heap<Function, Memory>) {
    free_large_task(block, layout::alignment);
    return reload_worker();
  } else {
    worker& self = reload_worker();
    self.blocks.put(block, layout::block_class);
    return self;
  }
}

/// The owner of a block that may be released on any thread, even after its runtime has ended. It is
/// on the heap if `pool` is null.
struct block_owner {
  core::task_block_pool* pool;
  const worker* creator;  ///< the worker whose cache it comes from
};

/// Returns the block of a destroyed object if the calling thread is not the creator.
[[gnu::cold, gnu::noinline]] void return_block_slow(const block_owner& of, task* block) noexcept;

[[gnu::always_inline]] inline void return_block(const block_owner& of,
                                                task* block,
                                                std::uint32_t block_class) noexcept {
  // Compares the pool as well: a worker of a later runtime may have the address of the creator.
  worker* const self = this_worker();
  if (self == of.creator && self->blocks.pool() == of.pool) [[likely]] {
    self->blocks.put(block, block_class);
  } else {
    return_block_slow(of, block);
  }
}

/// Creates a task with the closure that `make()` returns; Operations is child_task or similar. Does
/// not write `join`. `self` may be null for tasks on the heap. Throws std::bad_alloc and what make
/// throws.
template <class Function,
          template <class, task_memory> class Operations,
          task_memory Memory,
          class Make>
[[gnu::always_inline]] inline task* make_child(worker* self, Make&& make) {
  task* const made = allocate_task<Function, Memory>(self);
  made->operations = &Operations<Function, Memory>::operations;
  try {
    ::new (static_cast<void*>(closure_of<Function>(*made))) Function(std::forward<Make>(make)());
  } catch (...) {
    free_task<Function, Memory>(made);
    throw;
  }
  return made;
}

/// Creates a task as make_child does, and sets the join counter that counts it.
template <class Function,
          template <class, task_memory> class Operations,
          task_memory Memory,
          class Make>
[[gnu::always_inline]] inline task* make_task(worker* self, join_counter* join, Make&& make) {
  task* const made =
      detail::make_child<Function, Operations, Memory>(self, std::forward<Make>(make));
  made->join = join;
  return made;
}

/// Destroys the closure of a task that ends. Exceptions of the destructor count as exceptions of
/// the task: failed() is called in the handler.
template <class Function, class Failed>
[[gnu::always_inline]] inline void end_closure(Function* closure, Failed&& failed) noexcept {
  if constexpr (std::is_nothrow_destructible_v<Function>) {
    std::destroy_at(closure);
  } else {
    try {
      std::destroy_at(closure);
    } catch (...) {
      failed();
    }
  }
}

/// During its lifetime, the calling worker thread, on its own stack, counts as a foreign thread for
/// code that a destructor calls.
class as_foreign_thread {
 public:
  as_foreign_thread() noexcept;
  as_foreign_thread(const as_foreign_thread&) = delete;
  as_foreign_thread& operator=(const as_foreign_thread&) = delete;
  ~as_foreign_thread();

 private:
  worker* self_;
};

/// Returns whether the calling thread is destroying such a closure. Then another exception is
/// already recorded, the one with which the task failed.
[[nodiscard]] bool refuses_task() noexcept;

/// Destroys the closure of a task that never ran, on a thread that runs no task.
template <class Function, class Failed>
void end_unstarted(Function* closure, Failed&& failed) noexcept {
  if constexpr (!std::is_trivially_destructible_v<Function>) {
    const as_foreign_thread here;
    end_closure(closure, failed);
  }
}

/// The operations of a child whose result is discarded.
template <class Function, task_memory Memory>
struct child_task {
  static worker& run(task& self) noexcept {
    auto* const closure = closure_of<Function>(self);
    try {
      static_cast<void>((*closure)());
    } catch (...) {
      self.join->record_current_exception();
    }
    detail::end_closure(closure, [&self] { self.join->record_current_exception(); });
    return free_task<Function, Memory>(&self);
  }

  static void refuse(task& self, const std::exception_ptr& why) noexcept {
    const auto failed = [&self] {
      self.join->record_current_exception();
    };
    if (why) {
      self.join->record_exception(why);
      detail::end_unstarted(closure_of<Function>(self), failed);
    } else {
      detail::end_closure(closure_of<Function>(self), failed);
    }
    free_task<Function, Memory>(&self);
  }

  static constexpr task_operations operations{run, refuse, origin_of<Function>};
};

}  // namespace nuthatch::detail
