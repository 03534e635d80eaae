// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/pedigree.hpp>
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
[[nodiscard]] std::uint64_t child_pedigree_hash(detail::pedigree spawner) noexcept;

/// Where a task begins that was spawned there: in the same part.
[[nodiscard]] inline detail::pedigree begin_of(detail::pedigree spawned_at) noexcept {
  return detail::pedigree{child_pedigree_hash(spawned_at), 0}.in_part(spawned_at.part());
}

/// What follows the newest spawn of a task that is there.
[[nodiscard]] detail::work_id id_of_newest(detail::step_kind how, detail::pedigree after) noexcept;

/// What a fork frame that is published leaves to others: its second callable, or the rest of a
/// task that goes on on another stack (run_on_new_chain).
[[nodiscard]] detail::work_id id_of_pending(const detail::fork_frame& given) noexcept;

/// As long as it lives, a task that has a number of its own runs on top of the running one: a child
/// or an async in place, or the root of a region. Spawns count there. Lies on the running task's
/// stack, and may end on another worker. Task side.
class pedigree_frame : detail::finish_boundary {
 public:
  pedigree_frame(worker& self, detail::pedigree begin) noexcept;
  pedigree_frame(const pedigree_frame&) = delete;
  pedigree_frame& operator=(const pedigree_frame&) = delete;
  ~pedigree_frame();

 private:
  friend class pedigree_tracker;

  detail::pedigree inner_;   // of the task on top, while the frame is linked
  detail::pedigree around_;  // of the running one, once it is taken
};

/// The same for a task that is in no recorded region. If that has waited, and come to another
/// worker, the one below it has come there as well.
class inline_task_outside {
 public:
  explicit inline_task_outside(worker& self) noexcept;
  inline_task_outside(const inline_task_outside&) = delete;
  inline_task_outside& operator=(const inline_task_outside&) = delete;
  ~inline_task_outside();

 private:
  const worker& began_;
  std::optional<pedigree_frame> frame_;
  detail::work_id below_{};
};

/// The same for a task of its own that was spawned there, in a recorded region or outside.
class inline_task_pedigree {
 public:
  inline_task_pedigree(worker& self, detail::pedigree spawned_at) noexcept {
    if (spawned_at.task_hash != 0) {
      frame_.emplace(self, begin_of(spawned_at));
    } else if (self.pedigrees().current().task_hash != 0) {
      outside_.emplace(self);
    }
  }

 private:
  std::optional<pedigree_frame> frame_;
  std::optional<inline_task_outside> outside_;
};

/// A region of the program whose tasks have numbers: what the calling task runs as long as it
/// lives, with all that is spawned there. Task side; it has to end after those tasks.
///
/// Outside of it is what need not end in it: tasks that are launched, or sent to places, or spawned
/// into scopes and groups that may be there longer (team::in_region); and what any of these spawn.
class recorded_region {
 public:
  /// Where its root is, which is in no part. Of a task that is not 0.
  recorded_region(worker& self, detail::pedigree root);
  recorded_region(const recorded_region&) = delete;
  recorded_region& operator=(const recorded_region&) = delete;
  ~recorded_region();

 private:
  core::team& team_;
  std::optional<pedigree_frame> frame_;
};

/// As long as it lives, what the calling task spawns is in a part of its own of the recorded region
/// that the task is in. Task side; it has to end after those tasks. See region_parts.hpp for what
/// is in it.
class nested_recording {
 public:
  /// Throws error where there are too many in one region, and std::bad_alloc.
  explicit nested_recording(worker& self);
  nested_recording(const nested_recording&) = delete;
  nested_recording& operator=(const nested_recording&) = delete;
  ~nested_recording();

  /// Where it begins, in the part itself.
  [[nodiscard]] detail::pedigree begin() const noexcept { return begin_; }

 private:
  const std::uint32_t around_;
  detail::pedigree begin_;
};

}  // namespace nuthatch::core
