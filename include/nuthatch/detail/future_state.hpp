// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/sanitizer.hpp>
#include <nuthatch/detail/task.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::core {
class stale_tasks;
class team;
class worker;
}  // namespace nuthatch::core

namespace nuthatch::detail {

class future_base;

/// How a launched task came to its end.
enum class task_end : std::uint8_t {
  ran,     ///< it has run, on the worker that completes its future
  refused  ///< it has not begun; what is launched now goes through a mailbox
};

/// An entry in the list of what waits for a future.
struct future_waiter {
  /// Called by the thread that completes the future, when the result is visible to it. The waiter
  /// may be gone when the call returns.
  void (*completed)(future_waiter& self, task_end how) noexcept;

  future_waiter* next = nullptr;
};

/// The state that a launched task and the holder of its future share: the result, the waiters, and
/// which of several candidates runs the task.
///
/// | operation     | caller                   | order                                            |
/// |---------------|--------------------------|--------------------------------------------------|
/// | task_complete | the launched task, once  | acq_rel: releases the result, acquires waiters   |
/// | any_ready     | any thread               | acquire: the result may be read when true        |
/// | any_wait      | any task, foreign thread | release publishes the waiter, acquire the result |
/// | owner_drop    | the holder of the future | acq_rel: acquires all that a taker has done      |
/// | any_claim     | a waiting task           | relaxed: the contents of the task came with      |
/// |               |                          | the future                                       |
/// | taker_claim   | the taker of the task    | acq_rel: releases its reads of the block to the  |
/// |               | from a queue, once       | runner; acquires what the runner did there       |
/// | runner_leave  | the runner, at the end   | acq_rel: the other half                          |
/// | any_begin     | whoever completes the    | release half of the queue: as for any spawn      |
/// |               | last antecedent, once    |                                                  |
///
/// Invariants:
///  L1  waiters_ is a list of waiters, or `completed`, which is final. task_complete does not touch
///      the object after the exchange that completes it, unless there is a waiter, which then keeps
///      the object alive.
///  L2  A launched task first lies in a list of the worker that launched it, its keeper. Only the
///      keeper takes it out: to run it on behalf of a waiter, or to publish it.
///  L3  A published task is in one queue until it is taken out, wherever it is run. The thread that
///      first moves phase_ from `waiting` runs it: the taker, or a waiting task, which runs it
///      while it stays in the queue, `in_place`. A task in a queue that the waiting task cannot
///      reach is stale.
///  L4  The holder of the future destroys the object once the task is complete. If the task is
///      still in a queue then, the later one of taker and holder destroys it: each exchanges
///      phase_, and thus either finds the other's mark or leaves its own.
///  L5  A dependent task is launched when the futures that it depends on are complete. Others may
///      wait for it before. None of them may claim it, since they could find it published while its
///      keeper still has it; so `phase_` begins with `dependent`. Its keeper may run it in place.
class future_base {
  friend class core::stale_tasks;

 public:
  future_base() = default;

  explicit future_base(core::team& team) noexcept : team_(&team) {}

  future_base(const future_base&) = delete;
  future_base& operator=(const future_base&) = delete;

  [[nodiscard]] bool any_ready() const noexcept {
    if (waiters_.load(memory_order_acquire) != completed()) {
      return false;
    }
    if constexpr (thread_sanitized) {
      sanitizer_acquire(this);
    }
    return true;
  }

  /// Returns when the result is available. A task of the same place of the same runtime runs the
  /// launched task itself if it has not started; otherwise the task is suspended. A foreign thread
  /// blocks.
  void any_wait();

  /// The same for the holder of the future while no other thread uses it: if it runs the task
  /// itself and nothing waits by then, there is nothing to notify.
  void owner_wait() {
    if (!any_ready()) {
      wait_slow(/*alone=*/true);
      if constexpr (thread_sanitized) {
        sanitizer_acquire(this);
      }
    }
  }

  /// The action of a worker for a launched task that it has taken out of a queue.
  enum class taken_task : std::uint8_t {
    run,    ///< run it, or refuse it
    leave,  ///< nothing: it runs in place, and belongs to its runner
    drop    ///< drop it: it has run in place
  };

  [[nodiscard]] taken_task taker_claim() noexcept;

  /// For the taker: returns whether the task probably is to be run, so that taker_claim() may be
  /// postponed.
  [[nodiscard]] bool taker_seems_first() const noexcept {
    const phase now = phase_.load(memory_order_relaxed);  // relaxed: decides nothing
    return now == phase::waiting || now == phase::dependent;
  }

  /// The task has run, and is about to be complete.
  void runner_leave() noexcept {
    if (stale_in_ != nullptr) {
      stale_runner_leave();
    }
  }

  /// For a taker that has to drop the task, or for the end of the team: removes it from the list of
  /// stale tasks, and destroys the object if the future is gone.
  void taker_drop() noexcept;

  /// The future is gone; the task was complete before.
  void owner_drop() noexcept {
    if (stale_in_ == nullptr || owner_drops_last()) {
      launched_->operations->launched->destroy(*launched_);
    }
  }

  /// Passes the launched task to the calling worker's team, or to the default runtime's if `self`
  /// is null.
  void launch(worker* self, task* made);

  /// Assigns a dependent task to that team; any_begin() launches it later (L5).
  void launch_later(worker* self, task* made);

  /// Launches a dependent task: on the calling worker, if that belongs to its team and has not just
  /// refused a task; otherwise by a mailbox. The task may have ended when this returns.
  void any_begin(task_end of_antecedent) noexcept;

  void task_complete(task_end how = task_end::ran) noexcept;

  /// Returns whether the calling keeper still has the task.
  [[nodiscard]] bool is_kept_by(const worker& self) const noexcept {
    return keeper_.load(memory_order_relaxed) == &self;
  }

  /// The keeper has taken the task out of its list. Release: publishes the previous `phase_` to
  /// threads that read null.
  void keeper_leave() noexcept { keeper_.store(nullptr, memory_order_release); }

  /// Returns false if the future is already complete.
  bool add_waiter(future_waiter& waiter) noexcept;

  std::exception_ptr error;

 protected:
  ~future_base() = default;

 private:
  enum class phase : std::uint8_t {
    waiting,    // not started
    dependent,  // the same, or not launched yet (L5)
    taken,      // out of the queues; the runner destroys what remains
    in_place,
    ended,     // has ended in place, and is still in a queue
    dropped,   // the same, and the future is gone
    untouched  // taken out of the queue while it was in place
  };

  void launch_from_foreign(task* made);
  void assign_to_default(task* made);
  void wait_slow(bool alone);
  void assign(core::team& team, std::uint32_t place, task* made) noexcept;
  [[nodiscard]] bool any_claim() noexcept;
  [[nodiscard]] bool owner_drops_last() noexcept;
  void stale_runner_leave() noexcept;
  [[nodiscard]] bool may_run_on(core::worker& self) noexcept;
  [[nodiscard]] bool begin_in_place(core::worker& self) noexcept;
  void run_in_place(core::worker& self);

  /// For the holder of the future, while no other thread can begin to wait.
  [[nodiscard]] bool nobody_waits() const noexcept {
    return waiters_.load(memory_order_relaxed) == nullptr;
  }

  static future_waiter* completed() noexcept {
    return reinterpret_cast<future_waiter*>(std::uintptr_t{1});
  }

  core::team* team_ = nullptr;  // where the task runs; like the next two, written before it can run
  task* launched_ = nullptr;    // null: waiters must not run it
  std::uint32_t place_ = 0;
  bool runner_is_owner_ = false;
  bool on_virtual_ = false;  // whether team_ is virtual; team_ may be gone after the task
  atomic<phase> phase_{phase::waiting};
  atomic<const worker*> keeper_{nullptr};
  atomic<future_waiter*> waiters_{nullptr};
  core::stale_tasks* stale_in_ = nullptr;  // the runner's, until the task is complete
  future_base* newer_stale_ = nullptr;     // under the mutex of stale_in_, like the next one
  future_base* older_stale_ = nullptr;
};

template <class Value>
class future_state : public future_base {
 public:
  future_state() = default;

  future_state(const future_state&) = delete;
  future_state& operator=(const future_state&) = delete;

  ~future_state() { discard_result(); }

  /// For the holder of the future, once the task is complete.
  void discard_result() noexcept {
    if (std::exchange(has_result, false)) {
      result.discard();
    }
  }

  template <class Function>
  void set_from(Function& f) {
    result.set_from(f);
    has_result = true;
  }

  result_slot<Value> result;
  bool has_result = false;
};

}  // namespace nuthatch::detail
