// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"

namespace nuthatch::platform {

/// What a process makes once, when it is first needed.
enum class first_use : std::uint8_t {
  default_runtime,
  machine,
  overflow_handler,
  openmp_affinity_format,
  openmp_task_teams,
  openmp_private_variables,
  openmp_profiling
};

/// The lock of whoever makes it. A fork waits until all of them are open, so the child never finds
/// one that was closed by a thread which it does not have. Those who hold one may take those that
/// stand behind it in the enumeration, and must not fork.
[[nodiscard]] detail::mutex& lock_of(first_use what) noexcept;

/// From now on every child process that a fork makes calls `action` first thing, on its only
/// thread, the copy of the one that forked. It may touch atomics, and the locks above, which are
/// open; any other lock may be held by a thread that the child does not have. Throws os_error.
void on_fork_in_child(void (*action)());

/// A yes or no that is found out at its first use and stays as it is. Who comes meanwhile finds it
/// out as well: there is nothing to wait for, also in the child of a fork.
class first_answer {
 public:
  template <class Ask>
  bool any_get(Ask ask) noexcept {
    // Acquire, and release below: what asking has done to the process.
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
