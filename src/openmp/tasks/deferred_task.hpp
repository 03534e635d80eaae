// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/join.hpp>

#include "core/attached/attached_thread.hpp"
#include "openmp/model/task.hpp"
#include "openmp/model/task_memory.hpp"

namespace nuthatch::openmp {

class task_team;
class depend_node;
struct thread;

/// The action for a task that is cancelled before it starts.
enum class cancel_action : std::uint8_t {
  skip,     ///< nothing: its function is not called
  run,      ///< its function, since it destroys objects that were copied for the task
  destroy,  ///< the destroy_data at the beginning of its data, with the data
};

using destroy_data = void (*)(void* data);

/// How a task completes. One byte, written with one store.
class task_end_kind {
 public:
  task_end_kind() noexcept : task_end_kind(/*is_detached=*/false, cancel_action::skip) {}

  task_end_kind(bool is_detached, cancel_action how) noexcept
      : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(how) |
                                        (is_detached ? detached_bit : 0U))) {}

  /// Whether the task also waits for its event, which lies before its data.
  [[nodiscard]] bool is_detached() const noexcept { return (bits_ & detached_bit) != 0; }

  [[nodiscard]] cancel_action if_cancelled() const noexcept {
    return static_cast<cancel_action>(bits_ & ~detached_bit);
  }

 private:
  static constexpr unsigned detached_bit = 1U << 7U;

  std::uint8_t bits_;
};

/// A deferred task. Its data follow the object.
struct deferred_task : task_record {
  void (*function)(void*);
  task_icvs icvs;                    ///< the task holds a reference if they are counted
  openmp::depend_node* depend_node;  ///< null: the task has no dependences
  std::uint32_t priority;            ///< 0: none
  std::uint16_t generating_thread;   ///< number of the thread that generated the task
  bool is_final;
  task_end_kind ends;
};

/// The event of a detached task. The task completes once its body has ended and the event is
/// fulfilled, in either order. A task that is cancelled before it starts completes at once, because
/// often its body would have fulfilled the event.
class alignas(16) detach_event {
 public:
  detach_event(deferred_task& task, task_team& task_team) noexcept
      : task_(task),
        task_team_(task_team) {}

  /// Counts the end of the body, or the fulfillment of the event. Returns true for the second of
  /// the two.
  [[nodiscard]] bool is_last() noexcept {
    return missing_.fetch_sub(1, detail::memory_order_acq_rel) == 1;
  }

  /// Marks the task as cancelled before it started. Returns true if the event was fulfilled before.
  [[nodiscard]] bool is_last_of_discarded() noexcept {
    is_discarded_ = true;
    return is_last();
  }

  /// Valid for the second of the two.
  [[nodiscard]] bool is_discarded() const noexcept { return is_discarded_; }

  [[nodiscard]] deferred_task& task() const noexcept { return task_; }

  [[nodiscard]] task_team& team() const noexcept { return task_team_; }

 private:
  deferred_task& task_;
  task_team& task_team_;
  bool is_discarded_ = false;
  detail::atomic<std::uint32_t> missing_{2};
};

/// The event of a detached task.
[[nodiscard]] inline detach_event& event_of(deferred_task& task) noexcept {
  return *reinterpret_cast<detach_event*>(&task + 1);
}

/// The address of the task's data. While the task is in its block, `chain` holds their alignment.
[[nodiscard]] inline void* data_of(deferred_task& task) noexcept {
  auto* const behind = reinterpret_cast<std::byte*>(&task + 1);
  return align(behind + (task.ends.is_detached() ? sizeof(detach_event) : 0), task.chain);
}

/// Skips a cancelled task, and destroys its data if necessary.
inline void skip_cancelled(deferred_task& cancelled) noexcept {
  if (cancelled.ends.if_cancelled() == cancel_action::destroy) {
    void* const data = data_of(cancelled);
    (*static_cast<destroy_data*>(data))(data);
  }
}

/// Fulfills the event of a detached task. Any thread, once.
void fulfil(void* event) noexcept;

/// Executes the task on the thread that took it from a queue. Returns that thread's worker.
detail::worker& run_deferred(detail::task& taken) noexcept;

/// Publishes the task in the queue of the calling thread, which belongs to the team. `home` is the
/// join in core::attached_thread::push.
inline void push_task(core::attached_thread& by,
                      deferred_task& created,
                      const detail::join_counter* home) noexcept {
  if (created.priority == 0) [[likely]] {
    by.push(created, home);
  } else {
    by.push_prioritized(created, created.priority, home);
  }
}

/// The join that the queues see for a waiting node. They do not dereference it.
[[nodiscard]] inline detail::join_counter& as_join(const task_tree_node& parent) noexcept {
  return *reinterpret_cast<detail::join_counter*>(const_cast<task_tree_node*>(&parent));
}

[[nodiscard]] inline const task_tree_node& node_of_join(const detail::join_counter& home) noexcept {
  return *reinterpret_cast<const task_tree_node*>(&home);
}

}  // namespace nuthatch::openmp
