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

/// Where the tasks of a worker are in the tree of all spawns, and what the team's observer hears of
/// them. See pedigrees.hpp, and "Pedigrees" in the README of the core. Owner, on the task side
/// unless stated otherwise.
class pedigree_tracker {
 public:
  explicit pedigree_tracker(worker& of) noexcept : self_(of) {}

  // ---- the running task ----

  /// Where it is among all tasks; of number 0, where that is not kept.
  [[nodiscard]] detail::pedigree current() noexcept;

  /// The pedigree below that frame: of the task that spawned there.
  [[nodiscard]] detail::pedigree below(detail::frame* newest) noexcept {
    detail::pedigree unknown{};
    return find_below(newest, unknown);
  }

  /// From here on the running task is in that part of its recorded region.
  void change_part(std::uint32_t now) noexcept;

  /// Of what runs below all frames of the list. Also on the worker's own stack.
  [[nodiscard]] detail::pedigree base() const noexcept { return base_; }

  void set_base(detail::pedigree now) noexcept { base_ = now; }

  /// The running task, which went to another stack, ends there: it goes on on its former one, here
  /// or on another worker. And it has come back, from that worker.
  void leave_for_former_stack() const noexcept;
  void come_back(detail::pedigree now, std::uint32_t from) noexcept;

  // ---- what it spawns, and what leaves ----

  /// Where a task of its own was spawned, which begins.
  [[nodiscard]] detail::pedigree take(const detail::task& begun) noexcept;

  /// Count a spawn, and return its pedigree: of a child that is linked; of a task of its own.
  detail::pedigree number_child(detail::frame& linked) noexcept;
  detail::pedigree number_task(const detail::task& made, region_membership where = {}) noexcept;

  /// The oldest frame leaves with what is below it; what is above it goes on here. Returns where
  /// that which leaves goes on.
  [[nodiscard]] detail::pedigree split(detail::frame& oldest) noexcept;

  /// Drops the oldest frame, a finish.
  void drop_boundary(detail::frame& oldest) noexcept;

  // ---- steps, and who hears of them ----

  /// Which work that is, by a name that is the same in every run; at task 0, if it is outside of
  /// recorded regions. Who owns the work.
  [[nodiscard]] detail::work_id name_of(work_item given) noexcept;

  /// Begins with a work item, if it is in a recorded region.
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
