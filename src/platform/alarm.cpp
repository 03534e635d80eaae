// SPDX-License-Identifier: Apache-2.0
#include "platform/alarm.hpp"

#include <memory>
#include <set>
#include <utility>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "platform/clock.hpp"
#include "platform/forking.hpp"
#include "platform/futex.hpp"
#include "platform/parker.hpp"
#include "platform/thread.hpp"

namespace nuthatch::platform {

/// The thread that rings alarms, and those that are set. The lock is lock_of(first_use::alarms), so
/// that no fork finds the list half changed.
class alarm_thread {
 public:
  constexpr alarm_thread() noexcept = default;
  alarm_thread(const alarm_thread&) = delete;
  alarm_thread& operator=(const alarm_thread&) = delete;

  /// Ends the thread, when the library is unloaded.
  ~alarm_thread() {
    if (running_ == nullptr) {
      return;
    }
    running_->ends.store(/*value=*/true, detail::memory_order_relaxed);
    running_->sleep.any_unpark();
    running_->os_thread.join();
    delete running_;
  }

  void add(alarm& one) {
    if (!watches_forks_.exchange(/*value=*/true, detail::memory_order_relaxed)) {
      on_fork_in_child(forget_in_child);
    }
    const detail::mutex_lock lock(lock_of(first_use::alarms));
    start();
    one.thread_ = running_;
    running_->set.emplace(one.when_ns_, &one);
    if (running_->set.begin()->second == &one) {
      running_->sleep.any_unpark();
    }
  }

  /// Afterwards the alarm does not ring any more.
  void remove(alarm& one) {
    {
      const detail::mutex_lock lock(lock_of(first_use::alarms));
      // The thread of a parent process is not here.
      if (running_ != one.thread_ || running_->set.erase({one.when_ns_, &one}) != 0) {
        return;
      }
    }
    // Acquire: what the call did.
    std::uint32_t state = one.state_.load(detail::memory_order_acquire);
    while (state != alarm::over) {
      if (state == alarm::awaited ||
          one.state_.compare_exchange_weak(
              state, alarm::awaited, detail::memory_order_relaxed, detail::memory_order_relaxed)) {
        futex_wait(one.state_, alarm::awaited, nullptr);
        state = one.state_.load(detail::memory_order_acquire);
      }
    }
  }

 private:
  struct running_thread {
    std::set<std::pair<std::uint64_t, alarm*>> set;  // the next one first
    parker sleep;
    detail::atomic<bool> ends{/*value=*/false};
    thread os_thread;
  };

  /// Starts the thread if this process has none. Under the lock.
  void start() {
    if (running_ == nullptr) {
      auto made = std::make_unique<running_thread>();
      running_thread& all = *made;
      made->os_thread =
          thread({.name = "nut-alarms", .cpu = {}, .stack_bytes = 0}, [&all] { ring_all(all); });
      running_ = made.release();
    }
  }

  /// The thread is not in the child, and what it has set belongs to threads that are not either.
  /// Its memory is leaked, since its thread cannot be joined.
  static void forget_in_child();

  /// Returns an alarm whose time has come, or null and how long the next one takes.
  static std::pair<alarm*, std::uint64_t> next_of(running_thread& all) {
    const detail::mutex_lock lock(lock_of(first_use::alarms));
    if (all.set.empty()) {
      return {nullptr, 0};
    }
    const auto [when, first] = *all.set.begin();
    const std::uint64_t now = monotonic_ns();
    if (when > now) {
      return {nullptr, when - now};
    }
    all.set.erase(all.set.begin());
    first->state_.store(alarm::ringing, detail::memory_order_relaxed);
    return {first, 0};
  }

  static void ring_all(running_thread& all) noexcept {
    while (!all.ends.load(detail::memory_order_relaxed)) {
      const auto [due, wait] = next_of(all);
      if (due != nullptr) {
        due->call_(due->argument_);
        // Release: pairs with remove(). The alarm may be gone at once.
        detail::atomic<std::uint32_t>& state = due->state_;
        if (state.exchange(alarm::over, detail::memory_order_release) == alarm::awaited) {
          futex_wake(&state, wake_all);
        }
      } else if (wait == 0) {
        all.sleep.owner_park();
      } else {
        all.sleep.owner_park_for(wait);
      }
    }
  }

  running_thread* running_ = nullptr;
  detail::atomic<bool> watches_forks_{/*value=*/false};
};

namespace {

// Destroyed after runtimes that are created at their first use.
constinit alarm_thread the_thread;

}  // namespace

void alarm_thread::forget_in_child() {
  the_thread.running_ = nullptr;
}

alarm::alarm(std::uint64_t when_ns, function call, void* argument)
    : when_ns_(when_ns),
      call_(call),
      argument_(argument) {
  the_thread.add(*this);
}

alarm::~alarm() {
  the_thread.remove(*this);
}

}  // namespace nuthatch::platform
