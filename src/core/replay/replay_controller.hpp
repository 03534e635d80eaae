// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/destination.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/pedigree.hpp>

#include "core/work_item.hpp"

namespace nuthatch::core {

class worker;
enum class lane : std::uint8_t;

/// The behaviour of a task at a join.
enum class join_action : std::uint8_t {
  pass_if_done,   ///< it continues in place if all are done, and waits otherwise
  always_suspend  ///< it suspends even if all are done, and resumes elsewhere or later
};

/// A task that waits at a join, or for something else that tasks of its team bring about. Lies on
/// its stack. The replay controller writes the members below `may_take_back`.
struct suspended_join {
  detail::join_counter* join;  // or null
  bool may_take_back;          ///< it is resumed for children that its join would have taken back
  bool woken_for_child = false;
  std::uint32_t step = 0;
  unsigned at = 0;
  suspended_join* older = nullptr;
};

/// The treatment of a task that is being suspended.
struct suspension_plan {
  detail::destination where;
  bool
      retains_frames;  ///< it resumes on the same worker, and keeps its frames for itself meanwhile
  bool restricts_worker;  ///< until then the worker takes up only what the join counts
  bool is_step;  ///< false: observers are not told, and it continues as if it had not waited
};

/// Decides which worker takes up which work item of a recorded region while the region is replayed.
/// What it does not decide is left to the scheduler, as are all work items outside of regions.
///
/// It sends items to workers through their inboxes, which needs no memory, cannot fail, and never
/// blocks.
///
/// Functions named `owner_...` are called by the worker `self`, on its own stack or a task's;
/// `any_...` by any thread. None of them may spawn or wait.
class replay_controller {
 public:
  replay_controller() = default;
  replay_controller(const replay_controller&) = delete;
  replay_controller& operator=(const replay_controller&) = delete;
  virtual ~replay_controller() = default;

  // ---- spawns; called for each spawn of a recorded region ----

  /// Whether what follows the spawn at `at` is published at once; all older frames are published
  /// before it (F2). `at_top`: the list has no older frame.
  [[nodiscard]] virtual bool owner_sends_remainder(worker& self,
                                                   detail::pedigree at,
                                                   bool at_top) noexcept = 0;

  /// Whether the child that is spawned at `at` is sent.
  [[nodiscard]] virtual bool owner_sends_child(const worker& self,
                                               detail::pedigree at) noexcept = 0;

  /// Whether the task at `from`, or a descendant of it, may reach a spawn for which either function
  /// returns true. If not, it may leave out its spawns.
  [[nodiscard]] virtual bool owner_may_send(const worker& self,
                                            detail::pedigree from,
                                            bool at_top) noexcept = 0;

  /// Whether requests never yield work of the region.
  [[nodiscard]] virtual bool any_is_strict() const noexcept = 0;

  /// Whether `self` runs work items of such a region.
  [[nodiscard]] virtual bool owner_keeps(const worker& self) noexcept = 0;

  // ---- publishing work, and taking it back ----

  /// Sends the item to its worker, or keeps it for the task that joins it. Returns false to leave
  /// it to the scheduler.
  [[nodiscard]] virtual bool owner_push(worker& self,
                                        lane in,
                                        work_item given,
                                        const detail::work_id& what) noexcept = 0;

  /// Take back what the controller keeps: the item `wanted`, a continuation only if it follows the
  /// spawn of `ended`; or the next task that `join` counts, from the stack-chain lane only a child
  /// of a scope.
  [[nodiscard]] virtual bool owner_take_back(worker& self,
                                             work_item wanted,
                                             std::uint64_t ended) noexcept = 0;
  [[nodiscard]] virtual work_item owner_take_back_of(worker& self,
                                                     const detail::join_counter& join,
                                                     lane from) noexcept = 0;

  // ---- waiting ----

  [[nodiscard]] virtual join_action owner_joins(worker& self,
                                                const detail::work_id& as) noexcept = 0;

  /// Notes that a task has passed a join of this name without waiting.
  virtual void owner_passes(worker& self, const detail::work_id& as) noexcept = 0;

  /// Plans a suspension. `here` names the join that the task waits at, or is without join if
  /// workers of its team bring about what it waits for. It is null for something that happens at
  /// once, or that another team brings about. `wanted` is the destination that the task would have
  /// without a replay controller.
  [[nodiscard]] virtual suspension_plan owner_suspends(worker& self,
                                                       const detail::work_id& as,
                                                       suspended_join* here,
                                                       detail::destination wanted) noexcept = 0;

  /// The task resumes: everything that it waited for is done, unless here->woken_for_child.
  virtual void owner_resumed(worker& self, suspended_join* here) noexcept = 0;

  /// Notes that a task outside of the region begins or ends on top of a task of the region. It may
  /// migrate with the task below it, and end on a worker that has never run that task.
  virtual void owner_covered(worker& self, bool now) noexcept = 0;

  /// Notes that a task of the region comes to depend on work items outside of regions, which
  /// workers of the team run: it, or a join, waits for them.
  virtual void any_depends() noexcept = 0;

  /// Whether `self` may resume the runnable `task` at once, instead of sending it to itself first.
  [[nodiscard]] virtual bool owner_may_resume(worker& self, const detail::fiber& task) noexcept = 0;

  // ---- looking for work ----

  /// Called before an item is sent to a worker on the controller's behalf, and after that, while no
  /// worker can take it yet.
  virtual void any_sends(work_item sent) noexcept = 0;
  virtual void any_sent(unsigned to) noexcept = 0;

  /// Whether there is something to do for `self`, which is about to sleep: work that was sent to
  /// another worker, or frames to publish. Sequentially consistent, as a sleeper's last look
  /// requires.
  [[nodiscard]] virtual bool any_has_work_for(const worker& self) noexcept = 0;

  /// When a sleeping worker is to look again although no thread wakes it; 0: never.
  [[nodiscard]] virtual std::uint64_t any_looks_again_at() const noexcept = 0;

  /// `self` has ended or suspended what it ran. Returns the item that it is to take up next, if
  /// that is here already.
  [[nodiscard]] virtual work_item owner_due(worker& self) noexcept = 0;

  /// `self` has found work. Returns an item to take up now, or nothing if its turn has not come.
  [[nodiscard]] virtual work_item owner_takes_up(worker& self, work_item found) noexcept = 0;

  /// `self` got no stack to begin `fresh` with and resumes `waited` instead. Returns false to leave
  /// `fresh` to the scheduler.
  [[nodiscard]] virtual bool owner_puts_back(worker& self,
                                             work_item fresh,
                                             work_item waited) noexcept = 0;

  /// All workers of the team sleep, or are about to, and no inbox or mailbox has anything.
  virtual void any_all_sleep() noexcept = 0;

  /// Called when `self` has found no work. Returns true if it should search again because work may
  /// be available now.
  [[nodiscard]] virtual bool owner_pauses(worker& self) noexcept = 0;
};

}  // namespace nuthatch::core
