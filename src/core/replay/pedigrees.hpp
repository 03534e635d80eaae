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

/// The hash of a task, made from the hash of its spawner and the spawn rank. It does not depend on
/// anything else: not on the worker that runs the task, on what was stolen, or on the part. It is
/// not 0 unless `spawner.task_hash` is 0.
///
/// Two of n tasks have the same hash with a probability of about n * n / 2^65: for ten million
/// tasks one in 370,000.
///
/// Cost: two multiplications each of two rounds. Source: pedigrees; Leiserson, Schardl and Sukha,
/// Deterministic Parallel Random-Number Generation for Dynamic-Multithreading Platforms (PPoPP
/// 2012). The rounds are those of SplitMix64.
[[nodiscard]] std::uint64_t child_pedigree_hash(detail::pedigree spawner) noexcept;

/// The pedigree at which a task begins that was spawned at `spawned_at`, in the same part.
[[nodiscard]] inline detail::pedigree begin_of(detail::pedigree spawned_at) noexcept {
  return detail::pedigree{child_pedigree_hash(spawned_at), 0}.in_part(spawned_at.part());
}

/// The id of what follows the newest spawn of the task at `after`.
[[nodiscard]] detail::work_id id_of_newest(detail::step_kind how, detail::pedigree after) noexcept;

/// The id of what a published fork frame leaves to other workers: its second callable, or the rest
/// of a task that resumes on another stack (run_on_new_chain).
[[nodiscard]] detail::work_id id_of_pending(const detail::fork_frame& given) noexcept;

/// While it lives, a task with a separate pedigree runs on top of the running one: a child or an
/// async in place, or the root of a region. Spawns count in that task. Lies on the running task's
/// stack, and may be destroyed on another worker. Task side.
class pedigree_frame : detail::finish_boundary {
 public:
  pedigree_frame(worker& self, detail::pedigree begin) noexcept;
  pedigree_frame(const pedigree_frame&) = delete;
  pedigree_frame& operator=(const pedigree_frame&) = delete;
  ~pedigree_frame();

 private:
  friend class pedigree_tracker;

  detail::pedigree inner_;   // of the task on top, while the frame is linked
  detail::pedigree around_;  // of the running task, once the frame was published
};

/// The same for a task on top that is in no recorded region. If that task has waited and moved to
/// another worker, the one below it has moved along.
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

/// The same for a separate task that was spawned at `spawned_at`, inside or outside of a recorded
/// region.
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

/// A region of the program whose tasks have pedigrees: what the calling task runs while the object
/// lives, and everything spawned there. Task side; it has to end after those tasks.
///
/// Spawns that need not end in the region are outside of it: tasks that are launched, or sent to
/// places, or spawned into scopes and groups that may outlive it (team::place_of_spawns), and their
/// descendants.
class recorded_region {
 public:
  /// `root` is the pedigree of the region's root; it is in part 0, and its task hash is not 0.
  recorded_region(worker& self, detail::pedigree root);
  recorded_region(const recorded_region&) = delete;
  recorded_region& operator=(const recorded_region&) = delete;
  ~recorded_region();

 private:
  core::team& team_;
  std::optional<pedigree_frame> frame_;
};

/// While it lives, what the calling task spawns is in a new part of the task's recorded region.
/// Task side; it has to end after those tasks. region_parts.hpp defines what is in the part.
class nested_recording {
 public:
  /// Throws error if one region has too many parts, and std::bad_alloc.
  explicit nested_recording(worker& self);
  nested_recording(const nested_recording&) = delete;
  nested_recording& operator=(const nested_recording&) = delete;
  ~nested_recording();

  /// The pedigree at which the part begins, in the part itself.
  [[nodiscard]] detail::pedigree begin() const noexcept { return begin_; }

 private:
  const std::uint32_t around_;
  detail::pedigree begin_;
};

}  // namespace nuthatch::core
