#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <nuthatch/detail/join.hpp>

#include "core/guest.hpp"
#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/task.hpp"
#include "openmp/tasks/task_memory.hpp"

namespace nuthatch::openmp {

class detach_event;
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
  std::uint32_t priority = 0;  ///< see clamped_priority
  std::span<const dependence> uses = {};
  void** event = nullptr;                 ///< gets the event of a detached task
  const std::uint64_t* bounds = nullptr;  ///< the first two words of its data: part of a taskloop
};

/// A task that waits to be executed. Its data follow.
struct deferred_task : task_record {
  void (*function)(void*);
  task_controls says;       ///< held, if they are, by it
  dependence_point* point;  ///< null: it has no place in an order
  std::uint32_t priority;   ///< 0: none
  std::uint16_t maker;      ///< the member that made it
  bool is_final;
  bool is_detached;  ///< it ends once its event is fulfilled, too, whose place is before its data
};

/// The priority that counts of one that a program says: at most OMP_MAX_TASK_PRIORITY.
[[nodiscard]] std::uint32_t clamped_priority(std::int32_t said) noexcept;

/// Others may execute the task from now on. By a member.
inline void let_others_have(core::guest& by, deferred_task& made) noexcept {
  if (made.priority == 0) [[likely]] {
    by.push(made);
  } else {
    by.push_prioritized(made, made.priority);
  }
}

/// A task that was not deferred, while its thread executes it. Lies on its stack.
struct undeferred_task {
  task running;
  task* maker = nullptr;
};

void begin_undeferred(thread& self, undeferred_task& what, bool is_final) noexcept;
void end_undeferred(thread& self, undeferred_task& what) noexcept;

/// Makes the task: others may execute it from now on. Or executes it at once, where the program
/// wants it so, where nobody else could, or where enough tasks wait.
void make_task(thread& self, const task_request& wanted) noexcept;

/// The same of a task that the program wants at once, which waits for nothing, and whose data need
/// not be copied.
void run_undeferred(thread& self, void (*function)(void*), void* data, bool is_final) noexcept;

/// The same in two steps, where the program writes the task's data itself.
[[nodiscard]] deferred_task& allocate_task(thread& self,
                                           void (*function)(void*),
                                           std::size_t bytes,
                                           std::size_t alignment,
                                           bool is_final,
                                           bool is_detached) noexcept;
void start_task(thread& self,
                deferred_task& made,
                bool deferred,
                std::span<const dependence> uses) noexcept;

/// Of one that was allocated and is not to be started.
void free_task(thread& self, deferred_task& made) noexcept;

/// Where its data are; and its event, if it is detached.
[[nodiscard]] void* data_of(deferred_task& of) noexcept;
[[nodiscard]] void* event_address_of(deferred_task& of) noexcept;

/// Fulfils the event of a detached task. Any thread, once.
void fulfil(void* event) noexcept;

/// What `home` is to the queues: a name for who waits, which they do not look into.
[[nodiscard]] inline detail::join_counter& name_of(const task_node& parent) noexcept {
  return *reinterpret_cast<detail::join_counter*>(const_cast<task_node*>(&parent));
}

[[nodiscard]] inline const task_node& node_named(const detail::join_counter& home) noexcept {
  return *reinterpret_cast<const task_node*>(&home);
}

}  // namespace nuthatch::openmp
