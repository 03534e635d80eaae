// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/join.hpp>

#include "core/attached_thread.hpp"
#include "openmp/tasks/task.hpp"
#include "openmp/tasks/task_memory.hpp"

namespace nuthatch::openmp {

class crew;
class dependence_point;
struct thread;

/// What becomes of a task that is cancelled before it begins.
enum class when_cancelled : std::uint8_t {
  pass_over,  ///< its function is not called
  run,        ///< it is, since it destroys objects that were copied for the task
  destroy,    ///< what its data begin with is called with them instead: a destroy_data
};

using destroy_data = void (*)(void* data);

/// How a task ends. In one byte, which is written at once.
class task_end_kind {
 public:
  task_end_kind() noexcept : task_end_kind(/*is_detached=*/false, when_cancelled::pass_over) {}

  task_end_kind(bool is_detached, when_cancelled how) noexcept
      : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(how) |
                                        (is_detached ? detached_bit : 0U))) {}

  /// It ends once its event is fulfilled, too, whose place is before its data.
  [[nodiscard]] bool is_detached() const noexcept { return (bits_ & detached_bit) != 0; }

  [[nodiscard]] when_cancelled if_cancelled() const noexcept {
    return static_cast<when_cancelled>(bits_ & ~detached_bit);
  }

 private:
  static constexpr unsigned detached_bit = 1U << 7U;

  std::uint8_t bits_;
};

/// A task that waits to be executed. Its data follow.
struct deferred_task : task_record {
  void (*function)(void*);
  task_controls says;       ///< held, if they are, by it
  dependence_point* point;  ///< null: it has no place in an order
  std::uint32_t priority;   ///< 0: none
  std::uint16_t maker;      ///< the member that made it
  bool is_final;
  task_end_kind ends;
};

/// A detached task has ended once its body has and this is fulfilled, whichever comes last. One
/// that is cancelled before it begins ends then: often its body is what would have fulfilled this.
class detach_event {
 public:
  detach_event(deferred_task& of, crew& crew_of) noexcept : task_(of), crew_(crew_of) {}

  /// One of the two. True if it is the last.
  [[nodiscard]] bool is_last() noexcept {
    return missing_.fetch_sub(1, detail::memory_order_acq_rel) == 1;
  }

  /// The task is not begun. True if this was fulfilled before.
  [[nodiscard]] bool is_last_of_discarded() noexcept {
    is_discarded_ = true;
    return is_last();
  }

  /// Of the last.
  [[nodiscard]] bool is_discarded() const noexcept { return is_discarded_; }

  [[nodiscard]] deferred_task& task() const noexcept { return task_; }

  [[nodiscard]] crew& of() const noexcept { return crew_; }

 private:
  deferred_task& task_;
  crew& crew_;
  bool is_discarded_ = false;
  detail::atomic<std::uint32_t> missing_{2};
};

/// Of a detached task.
[[nodiscard]] inline detach_event& event_of(deferred_task& of) noexcept {
  return *reinterpret_cast<detach_event*>(&of + 1);
}

/// Where its data are. `chain` is free for their alignment as long as the task has its block.
[[nodiscard]] inline void* data_of(deferred_task& of) noexcept {
  auto* const behind = reinterpret_cast<std::byte*>(&of + 1);
  return align(behind + (of.ends.is_detached() ? sizeof(detach_event) : 0), of.chain);
}

/// Of one that is cancelled, and is not to run.
inline void pass_over(deferred_task& cancelled) noexcept {
  if (cancelled.ends.if_cancelled() == when_cancelled::destroy) {
    void* const data = data_of(cancelled);
    (*static_cast<destroy_data*>(data))(data);
  }
}

/// Fulfils the event of a detached task. Any thread, once.
void fulfil(void* event) noexcept;

/// Executes it, on the thread that took it.
void run_deferred(detail::task& taken) noexcept;

/// Others may execute the task from now on. By a member. `home` as in core::attached_thread.
inline void let_others_have(core::attached_thread& by,
                            deferred_task& made,
                            const detail::join_counter* home) noexcept {
  if (made.priority == 0) [[likely]] {
    by.push(made, home);
  } else {
    by.push_prioritized(made, made.priority, home);
  }
}

/// What `home` is to the queues: a name for who waits, which they do not look into.
[[nodiscard]] inline detail::join_counter& name_of(const task_node& parent) noexcept {
  return *reinterpret_cast<detail::join_counter*>(const_cast<task_node*>(&parent));
}

[[nodiscard]] inline const task_node& node_named(const detail::join_counter& home) noexcept {
  return *reinterpret_cast<const task_node*>(&home);
}

}  // namespace nuthatch::openmp
