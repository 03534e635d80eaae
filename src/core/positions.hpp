// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/spawn_position.hpp>
#include <nuthatch/detail/task.hpp>

#include "core/worker.hpp"

namespace nuthatch::core {

/// The number of a task: of the one that spawns it, and of how many that has spawned before.
/// Nothing else goes into it, neither who runs the task nor what was stolen, nor the part. Not 0
/// where `spawner.task` is not 0.
///
/// Two of n tasks have the same number with a probability of about n * n / 2^65: of ten million one
/// in 370,000.
///
/// Cost: two multiplications each of two rounds. Source: pedigrees; Leiserson, Schardl and Sukha,
/// Deterministic Parallel Random-Number Generation for Dynamic-Multithreading Platforms (PPoPP
/// 2012). The rounds are those of SplitMix64.
[[nodiscard]] std::uint64_t number_of_spawn(detail::spawn_position spawner) noexcept;

/// Where a task begins that was spawned there: in the same part.
[[nodiscard]] inline detail::spawn_position begin_of(detail::spawn_position spawned_at) noexcept {
  return detail::spawn_position{number_of_spawn(spawned_at), 0}.in_part(spawned_at.part());
}

/// What follows the newest spawn of a task that is there.
[[nodiscard]] detail::work_name name_of_newest(detail::begun_as how,
                                               detail::spawn_position after) noexcept;

/// What a fork frame that is given away leaves to others: its second callable, or the rest of a
/// task that goes on on another stack (run_elsewhere).
[[nodiscard]] detail::work_name name_of_pending(const detail::fork_frame& given) noexcept;

/// As long as it lives, a task that has a number of its own runs on top of the running one: a child
/// or an async in place, or the root of a region. Spawns count there. Lies on the running task's
/// stack, and may end on another worker. Task side.
class task_level : detail::finish_boundary {
 public:
  task_level(worker& self, detail::spawn_position begin) noexcept;
  task_level(const task_level&) = delete;
  task_level& operator=(const task_level&) = delete;
  ~task_level();

 private:
  friend class worker;

  detail::spawn_position inner_;   // of the task on top, while the frame is linked
  detail::spawn_position around_;  // of the running one, once it is taken
};

/// The same for a task that is in no numbered region. If that has waited, and come to another
/// worker, the one below it has come there as well.
class outside_in_place {
 public:
  explicit outside_in_place(worker& self) noexcept;
  outside_in_place(const outside_in_place&) = delete;
  outside_in_place& operator=(const outside_in_place&) = delete;
  ~outside_in_place();

 private:
  const worker& began_;
  std::optional<task_level> level_;
  detail::work_name below_{};
};

/// The same for a task of its own that was spawned there, in a numbered region or outside.
class numbered_in_place {
 public:
  numbered_in_place(worker& self, detail::spawn_position spawned_at) noexcept {
    if (spawned_at.task != 0) {
      level_.emplace(self, begin_of(spawned_at));
    } else if (self.here().task != 0) {
      outside_.emplace(self);
    }
  }

 private:
  std::optional<task_level> level_;
  std::optional<outside_in_place> outside_;
};

/// A region of the program whose tasks have numbers: what the calling task runs as long as it
/// lives, with all that is spawned there. Task side; it has to end after those tasks.
///
/// Outside of it is what need not end in it: tasks that are launched, or sent to places, or spawned
/// into scopes and groups that may be there longer (team::in_region); and what any of these spawn.
class numbered_region {
 public:
  /// Where its root is, which is in no part. Of a task that is not 0.
  numbered_region(worker& self, detail::spawn_position root);
  numbered_region(const numbered_region&) = delete;
  numbered_region& operator=(const numbered_region&) = delete;
  ~numbered_region();

 private:
  core::team& team_;
  std::optional<task_level> level_;
};

/// As long as it lives, what the calling task spawns is in a part of its own of the numbered region
/// that the task is in. Task side; it has to end after those tasks. See region_parts.hpp for what
/// is in it.
class marked_part {
 public:
  /// Throws error where there are too many in one region, and std::bad_alloc.
  explicit marked_part(worker& self);
  marked_part(const marked_part&) = delete;
  marked_part& operator=(const marked_part&) = delete;
  ~marked_part();

  /// Where it begins, in the part itself.
  [[nodiscard]] detail::spawn_position begin() const noexcept { return begin_; }

 private:
  const std::uint32_t around_;
  detail::spawn_position begin_;
};

}  // namespace nuthatch::core
