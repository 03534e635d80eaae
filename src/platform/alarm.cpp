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
  ~alarm_thread() = default;

  void add(alarm& one) {
    in_child_.watch();
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
              state, alarm::awaited, detail::memory_order_acquire, detail::memory_order_acquire)) {
        futex_wait(one.state_, alarm::awaited, nullptr);
        state = one.state_.load(detail::memory_order_acquire);
      }
    }
  }

 private:
  struct running_thread {
    std::set<std::pair<std::uint64_t, alarm*>> set;  // the next one first
    parker sleep;
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

  static fork_action in_child_;
  static const bool watched_when_loaded_;

  /// What the thread does next.
  struct next_step {
    alarm* due = nullptr;         // rings this alarm
    std::uint64_t sleeps_ns = 0;  // or sleeps so long; 0: until there is an alarm
    bool ends = false;            // or ends, in a child process that an alarm has forked
  };

  static next_step next_of(running_thread& all);
  static void ring_all(running_thread& all) noexcept;

  running_thread* running_ = nullptr;
};

namespace {

// Never destroyed: other threads may still use it while the program ends.
constinit alarm_thread the_thread;

}  // namespace

constinit fork_action alarm_thread::in_child_(forget_in_child);

[[maybe_unused]] const bool alarm_thread::watched_when_loaded_ = in_child_.try_watch();

void alarm_thread::forget_in_child() {
  the_thread.running_ = nullptr;
}

alarm_thread::next_step alarm_thread::next_of(running_thread& all) {
  const detail::mutex_lock lock(lock_of(first_use::alarms));
  if (the_thread.running_ != &all) {
    return {.ends = true};
  }
  if (all.set.empty()) {
    return {};
  }
  const auto [when, first] = *all.set.begin();
  const std::uint64_t now = monotonic_ns();
  if (when > now) {
    return {.sleeps_ns = when - now};
  }
  all.set.erase(all.set.begin());
  first->state_.store(alarm::ringing, detail::memory_order_relaxed);
  return {.due = first};
}

void alarm_thread::ring_all(running_thread& all) noexcept {
  for (next_step next = next_of(all); !next.ends; next = next_of(all)) {
    if (next.due != nullptr) {
      next.due->call_(next.due->argument_);
      // Release: pairs with remove(). The alarm may be gone at once.
      detail::atomic<std::uint32_t>& state = next.due->state_;
      if (state.exchange(alarm::over, detail::memory_order_release) == alarm::awaited) {
        futex_wake(&state, wake_all);
      }
    } else if (next.sleeps_ns == 0) {
      all.sleep.owner_park();
    } else {
      all.sleep.owner_park_for(next.sleeps_ns);
    }
  }
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
