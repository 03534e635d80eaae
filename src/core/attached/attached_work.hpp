// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/attached/priority_queue.hpp"
#include "core/attached/selective_sleepers.hpp"
#include "core/work_item.hpp"

namespace nuthatch::core {

struct place;
class team;

/// The work of attached threads that is not in the scheduler: tasks with a priority, and the
/// threads that sleep and may run only certain tasks.
///
/// Any thread may call the functions of this class. The two parts document their own callers.
class attached_work {
 public:
  explicit attached_work(team& of) noexcept : team_(of) {}

  /// Tasks that run before everything in the scheduler's queues.
  [[nodiscard]] priority_queue& prioritized() noexcept { return prioritized_; }

  /// Attached threads that are asleep and may run only certain tasks.
  [[nodiscard]] selective_sleepers& selective() noexcept { return selective_; }

  /// Adds a task to the prioritized ones, and wakes a worker of the place for it. `join` as in
  /// any_notify_selective.
  void any_prioritize(work_item added,
                      std::uint32_t priority,
                      place& near,
                      const detail::join_counter* join) noexcept;

  /// Call this after a task that `join` counts was put where others can see it. Wakes one sleeper
  /// that may run the task. Pass null if the join may be gone already: then all selective sleepers
  /// are woken.
  void any_notify_selective(const detail::join_counter* join) noexcept {
    if (selective_.any_nonempty()) [[unlikely]] {
      if (join != nullptr) {
        wake_selective(join);
      } else {
        wake_all_selective();
      }
    }
  }

  void any_notify_all_selective() noexcept { any_notify_selective(nullptr); }

 private:
  void wake_selective(const detail::join_counter* join) noexcept;
  void wake_all_selective() noexcept;

  team& team_;
  priority_queue prioritized_;
  selective_sleepers selective_;
};

}  // namespace nuthatch::core
