// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"

namespace nuthatch::platform {

/// Things that a process creates once, at their first use.
enum class first_use : std::uint8_t {
  default_runtime,
  machine,
  overflow_handler,
  alarms,
  openmp_affinity_format,
  openmp_task_teams,
  openmp_private_variables,
  openmp_profiling
};

/// Returns the lock for creating it. A fork waits until all of these locks are free, so the child
/// never finds one that is held by a thread that it does not have. A thread that holds one may
/// acquire those after it in the enumeration, and must not fork.
[[nodiscard]] detail::mutex& lock_of(first_use what) noexcept;

/// From now on, every child process of a fork calls `action` first, on its only thread, the copy of
/// the one that forked. The action may access atomics, and the locks above, which are free; any
/// other lock may be held by a thread that the child does not have. Throws os_error.
void on_fork_in_child(void (*action)());

/// An action of on_fork_in_child that is registered once.
class fork_action {
 public:
  explicit constexpr fork_action(void (*action)()) noexcept : action_(action) {}

  /// Registers it if that has not been done. Throws os_error; then the next call tries again.
  void watch();

  /// Calls watch(), and returns whether it succeeded. Static initializers call this function, since
  /// one thread could fork later while another one registers the action.
  bool try_watch() noexcept;

 private:
  void (*action_)();
  detail::atomic<bool> watched_{/*value=*/false};
};

/// A yes or no that is determined at its first use and does not change. A thread that comes
/// meanwhile determines it, too: no thread waits, not even in the child process of a fork.
class first_answer {
 public:
  template <class Ask>
  bool any_get(Ask ask) noexcept {
    // Acquire, and release below: the effects of asking on the process.
    const answer known = known_.load(detail::memory_order_acquire);
    if (known != answer::none_yet) {
      return known == answer::yes;
    }
    const bool found = ask();
    known_.store(found ? answer::yes : answer::no, detail::memory_order_release);
    return found;
  }

 private:
  enum class answer : std::uint8_t { none_yet, no, yes };

  detail::atomic<answer> known_{answer::none_yet};
};

}  // namespace nuthatch::platform
