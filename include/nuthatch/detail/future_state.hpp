#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/sanitizer.hpp>
#include <nuthatch/detail/task.hpp>

namespace nuthatch::core {
class team;
}

namespace nuthatch::detail {

struct future_waiter;

/// What a launched task and the holder of its future share: the result, and who waits for it.
///
/// | operation     | who                          | order                                            |
/// |---------------|------------------------------|--------------------------------------------------|
/// | task_complete | the launched task, once      | acq_rel: releases the result, acquires waiters   |
/// | any_ready     | any thread                   | acquire: the result may be read when true        |
/// | any_wait      | any task or foreign thread   | release publishes the waiter, acquire the result |
/// | any_drop      | both holders, once each      | acq_rel: the last one destroys                   |
///
/// Invariants: waiters_ is a list of waiters, or `completed`, which it stays. task_complete does
/// not touch the object after the exchange that completes it, unless somebody waits, who then keeps
/// it.
class future_base {
 public:
  future_base() = default;

  explicit future_base(core::team& home) noexcept : home_(&home) {}

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

  /// Suspends the calling task, of whichever runtime, or blocks the calling foreign thread, until
  /// the result is there.
  void any_wait();

  /// Hands the launched task over: to the calling worker's team, or, `self` being null, to the
  /// default runtime's.
  void launch(worker* self, task* made);

  void task_complete() noexcept;

  /// True when the caller was the last holder.
  [[nodiscard]] bool any_drop() noexcept {
    return holders_.fetch_sub(1, memory_order_acq_rel) == 1;
  }

  /// False when the future is already complete.
  bool add_waiter(future_waiter& waiter) noexcept;

  std::exception_ptr error;

 protected:
  ~future_base() = default;

 private:
  void launch_from_foreign(task* made);
  void wait_slow();

  static future_waiter* completed() noexcept {
    return reinterpret_cast<future_waiter*>(std::uintptr_t{1});
  }

  core::team* home_ = nullptr;  // where the task runs; written before it can
  atomic<future_waiter*> waiters_{nullptr};
  atomic<std::uint32_t> holders_{2};
};

template <class T>
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

  template <class F>
  void set_from(F& f) {
    result.set_from(f);
    has_result = true;
  }

  result_slot<T> result;
  bool has_result = false;
};

}  // namespace nuthatch::detail
