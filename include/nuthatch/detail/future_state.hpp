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

struct future_waiter;

/// What a launched task and the holder of its future share: the result, who waits for it, and who
/// runs the task.
///
/// | operation     | who                      | order                                            |
/// |---------------|--------------------------|--------------------------------------------------|
/// | task_complete | the launched task, once  | acq_rel: releases the result, acquires waiters   |
/// | any_ready     | any thread               | acquire: the result may be read when true        |
/// | any_wait      | any task, foreign thread | release publishes the waiter, acquire the result |
/// | owner_drop    | the holder of the future | acq_rel: all that a taker has done with it       |
/// | any_claim     | a task that waits        | relaxed: what the task is made of came with      |
/// |               |                          | the future                                       |
/// | taker_claim   | who took the task out of | acq_rel: what it has read of the block, for      |
/// |               | a queue, once            | the runner; what that did there, for the taker   |
/// | runner_leave  | who runs it, at its end  | acq_rel: the other half                          |
///
/// Invariants:
///  L1  waiters_ is a list of waiters, or `completed`, which it stays. task_complete does not touch
///      the object after the exchange that completes it, unless somebody waits, who then keeps it.
///  L2  A launched task first lies in a list of the worker that launched it, its keeper, who alone
///      takes it out: to run it, in the name of whoever waits, or to publish it.
///  L3  One that was published is in one queue until it is taken out, wherever it is run. It is
///      run by whoever first moves phase_ on from `waiting`: the taker, or a task that waits, which
///      runs it where it stands, `in_place`. One that lies where that task does not reach is stale.
///  L4  The holder of the future ends the object, once the task is complete. Of one that is still
///      in a queue then, whoever comes second does, the taker or the holder: each exchanges phase_,
///      and so finds the other one's mark or leaves its own.
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

  /// Returns when the result is there. A task of the same place of the same runtime runs the
  /// launched one itself when nobody has begun it; else it is suspended, and a foreign thread
  /// blocks.
  void any_wait();

  /// The same for the holder of the future while nobody else uses it: a task that it runs itself
  /// has nobody else to tell.
  void owner_wait() {
    if (!any_ready()) {
      wait_slow(/*alone=*/true);
      if constexpr (thread_sanitized) {
        sanitizer_acquire(this);
      }
    }
  }

  /// What whoever has taken the task out of a queue has to do now.
  enum class taken_task : std::uint8_t {
    run,    ///< to run it, or to refuse it
    leave,  ///< nothing: it runs in place, and belongs to its runner altogether
    drop    ///< to drop it: it has run in place
  };

  [[nodiscard]] taken_task taker_claim() noexcept;

  /// For the taker: whether the task is to be run, so that taker_claim() may be left for later.
  [[nodiscard]] bool taker_seems_first() const noexcept {
    return phase_.load(memory_order_relaxed) == phase::waiting;  // relaxed: decides nothing
  }

  /// The task has run, and is about to be complete.
  void runner_leave() noexcept {
    if (stale_in_ != nullptr) {
      stale_runner_leave();
    }
  }

  /// For who is told to drop it, or ends the team: takes it off the list of stale tasks, and ends
  /// the object if the future is gone.
  void taker_drop() noexcept;

  /// The future is gone; the task was complete before.
  void owner_drop() noexcept {
    if (stale_in_ == nullptr || owner_drops_last()) {
      launched_->operations->launched->destroy(*launched_);
    }
  }

  /// Hands the launched task over: to the calling worker's team, or, `self` being null, to the
  /// default runtime's.
  void launch(worker* self, task* made);

  void task_complete() noexcept;

  /// Whether the keeper, which the caller is, still has the task.
  [[nodiscard]] bool is_kept_by(const worker& self) const noexcept {
    return keeper_.load(memory_order_relaxed) == &self;
  }

  /// The keeper has taken the task out of its list. With `phase_` of before, for who reads null.
  void keeper_leave() noexcept { keeper_.store(nullptr, memory_order_release); }

  /// False when the future is already complete.
  bool add_waiter(future_waiter& waiter) noexcept;

  std::exception_ptr error;

 protected:
  ~future_base() = default;

 private:
  enum class phase : std::uint8_t {
    waiting,  // to be begun
    taken,    // out of the queues; the runner ends what is left of it
    in_place,
    ended,     // in place, and still in some queue
    dropped,   // the same, and the future is gone
    untouched  // taken out since then
  };

  void launch_from_foreign(task* made);
  void wait_slow(bool alone);
  void submit(core::team& team, std::uint32_t place, task* made) noexcept;
  [[nodiscard]] bool any_claim() noexcept;
  [[nodiscard]] bool owner_drops_last() noexcept;
  void stale_runner_leave() noexcept;
  [[nodiscard]] bool may_run_on(core::worker& self) noexcept;
  [[nodiscard]] bool begin_in_place(core::worker& self) noexcept;
  void run_in_place(core::worker& self);

  static future_waiter* completed() noexcept {
    return reinterpret_cast<future_waiter*>(std::uintptr_t{1});
  }

  core::team* team_ = nullptr;  // where the task runs; written before it can, as the next two
  task* launched_ = nullptr;    // null: not for whoever waits to run
  std::uint32_t place_ = 0;
  bool runner_is_owner_ = false;
  bool on_virtual_ = false;  // whether team_, which may be gone once the task has ended, is virtual
  atomic<phase> phase_{phase::waiting};
  atomic<const worker*> keeper_{nullptr};
  atomic<future_waiter*> waiters_{nullptr};
  core::stale_tasks* stale_in_ = nullptr;  // of the runner, until the task is complete
  future_base* newer_stale_ = nullptr;     // under the mutex of stale_in_, as the next one
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
