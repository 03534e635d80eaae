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
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::detail {

class future_base;
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
  join_counter* home;  // who waits for it; null for a launched task

  union {
    finish_state* finish;  // what it runs under; written when the task leaves its worker's lists
    task* newer;           // of one that its worker keeps: an async, or launched
  };

  // On its way to a thief: how many siblings, this one included, travel together. Of one that its
  // worker keeps: a number in the order of the list; two of them tell how many lie between.
  std::uint32_t chain;
  std::uint32_t block_class;  // written when the block is made
};

inline constexpr std::uint32_t heap_block = task_block_classes;

[[gnu::cold, gnu::noinline]] task* allocate_task_slow(worker& self, std::uint32_t block_class);
[[gnu::cold, gnu::noinline]] task* allocate_large_task(std::size_t bytes, std::size_t alignment);
[[gnu::cold, gnu::noinline]] void free_large_task(task* block, std::size_t alignment) noexcept;

/// Which blocks have room for something of this size and alignment.
constexpr std::uint32_t block_class_for(std::size_t bytes, std::size_t alignment) noexcept {
  for (std::uint32_t c = 0; c < task_block_classes; ++c) {
    if (bytes <= task_block_sizes[c] && alignment <= task_block_sizes[0]) {
      return c;
    }
  }
  return heap_block;
}

/// Where a closure of type F lies in a block, and which blocks have room for it.
template <class F>
struct task_layout {
  static constexpr std::size_t offset = (sizeof(task) + alignof(F) - 1) / alignof(F) * alignof(F);
  static constexpr std::size_t bytes = offset + sizeof(F);
  static constexpr std::size_t alignment = alignof(F) > alignof(task) ? alignof(F) : alignof(task);

  static constexpr std::uint32_t block_class = block_class_for(bytes, alignment);
};

/// Where a task's memory comes from: the spawning worker's blocks, or, on foreign threads, the
/// heap.
enum class task_memory : std::uint8_t { of_worker, of_heap };

template <class F, task_memory Memory>
inline constexpr bool on_heap =
    Memory == task_memory::of_heap || task_layout<F>::block_class == heap_block;

template <class F>
[[gnu::always_inline]] inline F* closure_of(task& header) noexcept {
  return reinterpret_cast<F*>(reinterpret_cast<std::byte*>(&header) + task_layout<F>::offset);
}

[[gnu::always_inline]] inline task* take_block(worker& self, std::uint32_t block_class) {
  task* block = self.free_tasks[block_class];
  if (block == nullptr) [[unlikely]] {
    block = allocate_task_slow(self, block_class);
  }
  self.free_tasks[block_class] = block->next;
  return block;
}

[[gnu::always_inline]] inline void put_block(worker& self,
                                             task* block,
                                             std::uint32_t block_class) noexcept {
  task*& newest = self.free_tasks[block_class];
  block->next = newest;
  newest = block;
}

template <class F, task_memory Memory>
[[gnu::always_inline]] inline task* allocate_task(worker* self) {
  using layout = task_layout<F>;
  if constexpr (on_heap<F, Memory>) {
    return allocate_large_task(layout::bytes, layout::alignment);
  } else {
    return take_block(*self, layout::block_class);
  }
}

template <class F, task_memory Memory>
[[gnu::always_inline]] inline void free_task(task* block) noexcept {
  using layout = task_layout<F>;
  if constexpr (on_heap<F, Memory>) {
    free_large_task(block, layout::alignment);
  } else {
    // The worker is read afresh: the closure may have migrated.
    put_block(*this_worker(), block, layout::block_class);
  }
}

/// Whose a block is that may be ended anywhere, also where its runtime has ended: of the heap if
/// `pool` is null.
struct block_owner {
  core::task_block_pool* pool;
  const worker* maker;  ///< from whose cache it is
};

/// The block of an object that has ended, where the calling thread is not the maker.
[[gnu::cold, gnu::noinline]] void return_block_slow(const block_owner& of, task* block) noexcept;

[[gnu::always_inline]] inline void return_block(const block_owner& of,
                                                task* block,
                                                std::uint32_t block_class) noexcept {
  // The pool as well: a worker of a later runtime may lie where the maker lay.
  worker* const self = this_worker();
  if (self == of.maker && self->blocks == of.pool) [[likely]] {
    put_block(*self, block, block_class);
  } else {
    return_block_slow(of, block);
  }
}

/// A task for the closure that `make()` returns; Operations is child_task or the like. `self` may
/// be null for tasks on the heap. Throws std::bad_alloc and what make throws.
template <class F, template <class, task_memory> class Operations, task_memory Memory, class Make>
[[gnu::always_inline]] inline task* make_task(worker* self, join_counter* home, Make&& make) {
  task* const made = allocate_task<F, Memory>(self);
  made->operations = &Operations<F, Memory>::operations;
  made->home = home;
  try {
    new (closure_of<F>(*made)) F(std::forward<Make>(make)());
  } catch (...) {
    free_task<F, Memory>(made);
    throw;
  }
  return made;
}

/// Destroys the closure of a task that ends. What the destructor throws counts as thrown by the
/// task: failed() is called in the handler.
template <class F, class Failed>
[[gnu::always_inline]] inline void end_closure(F* closure, Failed&& failed) noexcept {
  if constexpr (std::is_nothrow_destructible_v<F>) {
    std::destroy_at(closure);
  } else {
    try {
      std::destroy_at(closure);
    } catch (...) {
      failed();
    }
  }
}

/// As long as it lives, the calling worker thread, on its own stack, is a foreign one to what a
/// destructor may call.
class as_foreign_thread {
 public:
  as_foreign_thread() noexcept;
  as_foreign_thread(const as_foreign_thread&) = delete;
  as_foreign_thread& operator=(const as_foreign_thread&) = delete;
  ~as_foreign_thread();

 private:
  worker* self_;
};

/// Whether the calling thread destroys such a closure. Then an exception is on its way already:
/// what the task failed with.
[[nodiscard]] bool refuses_task() noexcept;

/// Destroys the closure of a task that never ran, where no task runs.
template <class F, class Failed>
void end_unstarted(F* closure, Failed&& failed) noexcept {
  if constexpr (!std::is_trivially_destructible_v<F>) {
    const as_foreign_thread here;
    end_closure(closure, failed);
  }
}

/// The operations of a child whose result nobody takes.
template <class F, task_memory Memory>
struct child_task {
  static void run(task& self) noexcept {
    F* const closure = closure_of<F>(self);
    try {
      static_cast<void>((*closure)());
    } catch (...) {
      self.home->record_current_exception();
    }
    end_closure(closure, [&self] { self.home->record_current_exception(); });
    free_task<F, Memory>(&self);
  }

  static void refuse(task& self, const std::exception_ptr& why) noexcept {
    self.home->record_exception(why);
    end_unstarted(closure_of<F>(self), [&self] { self.home->record_current_exception(); });
    free_task<F, Memory>(&self);
  }

  static constexpr task_operations operations{run, refuse, origin_of<F>};
};

}  // namespace nuthatch::detail
