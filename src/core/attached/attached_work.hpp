// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/attached/priority_queue.hpp"
#include "core/attached/selective_sleepers.hpp"
#include "core/work_item.hpp"

namespace nuthatch::core {

struct place;
class team;

/// What a team has for attached threads beside its scheduler: tasks that have a priority, and the
/// threads that sleep and may run some tasks only.
///
/// Roles: any thread, in the functions of this class; see those of its two parts.
class attached_work {
 public:
  explicit attached_work(team& of) noexcept : team_(of) {}

  /// What goes before all that is in the scheduler's queues.
  [[nodiscard]] priority_queue& prioritized() noexcept { return prioritized_; }

  /// Those that sleep and may run some tasks only.
  [[nodiscard]] selective_sleepers& selective() noexcept { return selective_; }

  /// Puts a task among the prioritized ones, and wakes one of the place for it. `join` as in
  /// any_notify_selective.
  void any_prioritize(work_item added,
                      std::uint32_t priority,
                      place& near,
                      const detail::join_counter* join) noexcept;

  /// A task of that join was put where others can see it, by who knows that the join is there:
  /// wakes one of those who may run it and no other. Null where nobody knows that: wakes all.
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
