// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/frame.hpp>
#include <nuthatch/detail/pedigree.hpp>

#include "core/replay/region_membership.hpp"
#include "core/work_item.hpp"

namespace nuthatch::detail {
struct task;
}  // namespace nuthatch::detail

namespace nuthatch::core {

class worker;

/// Tracks the pedigrees of a worker's tasks, and notifies the team's observer. See pedigrees.hpp,
/// and "Pedigrees" in the README of the core. Callable by the owner, on the task side unless stated
/// otherwise.
class pedigree_tracker {
 public:
  explicit pedigree_tracker(worker& of) noexcept : self_(of) {}

  // ---- the running task ----

  /// The pedigree of the running task. Its task hash is 0 where pedigrees are not tracked.
  [[nodiscard]] detail::pedigree current() noexcept;

  /// The pedigree below that frame, which is that of the task that spawned there.
  [[nodiscard]] detail::pedigree below(detail::frame* newest) noexcept {
    detail::pedigree unknown{};
    return find_below(newest, unknown);
  }

  /// Moves the running task to part `now` of its recorded region.
  void change_part(std::uint32_t now) noexcept;

  /// The pedigree of what runs below all frames of the list. Also on the worker's own stack.
  [[nodiscard]] detail::pedigree base() const noexcept { return base_; }

  void set_base(detail::pedigree now) noexcept { base_ = now; }

  /// Record that the running task leaves the stack to which it had moved, and resumes on its former
  /// one, on this or another worker; and that it has come back from worker `from`.
  void leave_for_former_stack() const noexcept;
  void come_back(detail::pedigree now, std::uint32_t from) noexcept;

  // ---- what it spawns, and what leaves ----

  /// Takes the pedigree at which `begun`, a separate task that begins now, was spawned.
  [[nodiscard]] detail::pedigree take(const detail::task& begun) noexcept;

  /// Count a spawn and return its pedigree: of a child that runs at once on the spawner's stack, of
  /// a linked child, or of a separate task.
  detail::pedigree number_in_place() noexcept;
  detail::pedigree number_child(detail::frame& linked) noexcept;
  detail::pedigree number_task(const detail::task& made, region_membership where = {}) noexcept;

  /// Splits the pedigrees where the oldest frame leaves: what is below the frame leaves with it,
  /// what is above stays here. Returns the pedigree at which the leaving part resumes.
  [[nodiscard]] detail::pedigree split(detail::frame& oldest) noexcept;

  /// Drops the oldest frame, which is a finish boundary.
  void drop_boundary(detail::frame& oldest) noexcept;

  // ---- steps, and their observer ----

  /// The name of a work item, which is the same in every run. Its task hash is 0 if the work item
  /// is outside of recorded regions. Callable by the owner of the work item.
  [[nodiscard]] detail::work_id name_of(work_item given) noexcept;

  /// Tells the observer that the worker begins this work item, if it is in a recorded region.
  void note_begin(const detail::work_id& what) const noexcept;

  /// Tells the observer that a step is published (the last publication before it starts counts),
  /// and that its publisher took it back.
  void note_published(const detail::work_id& what) const noexcept;
  void note_tasks_published(const detail::task* newest) const noexcept;
  void note_taken_back(const detail::work_id& what) const noexcept;

 private:
  [[nodiscard]] static detail::pedigree& inner_of(detail::frame& of) noexcept;
  [[nodiscard]] detail::pedigree& find_below(detail::frame* newest,
                                             detail::pedigree& unknown) noexcept;
  [[nodiscard]] detail::pedigree count_spawn(detail::frame* below) noexcept;

  worker& self_;
  detail::pedigree base_{};
};

}  // namespace nuthatch::core
