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

/// How a task comes past a join.
enum class join_action : std::uint8_t {
  pass_if_done,   ///< it goes on where it is if all are done, and waits if not
  always_suspend  ///< it waits, though all may be done: it goes on somewhere else, or later
};

/// A task that waits at a join, or for what tasks of its team bring about otherwise. Lies on its
/// stack. The replay controller writes what is below `may_take_back`.
struct suspended_join {
  detail::join_counter* join;  // or null
  bool may_take_back;          ///< it is woken for children that its join would have taken back
  bool woken_for_child = false;
  std::uint32_t step = 0;
  unsigned at = 0;
  suspended_join* older = nullptr;
};

/// What is to be done with a task that is being suspended.
struct suspension_plan {
  detail::destination where;
  bool
      retains_frames;  ///< it goes on on the same worker, and nobody else gets its frames meanwhile
  bool restricts_worker;  ///< and until then the worker takes up what the join counts, nothing else
  bool is_step;  ///< else observers are not to hear of it: it goes on as if it had not waited
};

/// Says which worker takes up which work of a recorded region, as long as one is replayed. What
/// it does not take care of goes to the scheduler as ever. Work items outside of regions are none
/// of its business.
///
/// What it sends to a worker goes through that worker's inbox: it takes no memory, cannot fail, and
/// holds nobody.
///
/// Who calls: `owner_...`, the worker `self`, on its own or on a task's stack; `any_...`, any
/// thread. Nothing may be spawned or waited for in here.
class replay_controller {
 public:
  replay_controller() = default;
  replay_controller(const replay_controller&) = delete;
  replay_controller& operator=(const replay_controller&) = delete;
  virtual ~replay_controller() = default;

  // ---- spawns; each of a recorded region comes by here ----

  /// Whether what follows the spawn at that position is published at once: then all older frames
  /// are before it (F2). `at_top`: they have been already. And whether what was spawned is.
  [[nodiscard]] virtual bool owner_sends_remainder(worker& self,
                                                   detail::pedigree at,
                                                   bool at_top) noexcept = 0;
  [[nodiscard]] virtual bool owner_sends_child(const worker& self,
                                               detail::pedigree at) noexcept = 0;

  /// Whether the task that is there may come to a spawn for which either holds, or have a child
  /// that does. Where not, it may leave its spawns out.
  [[nodiscard]] virtual bool owner_may_send(const worker& self,
                                            detail::pedigree from,
                                            bool at_top) noexcept = 0;

  /// Whether nobody gets work of the region who only asks for some; and whether `self` runs works
  /// of a region for which that holds.
  [[nodiscard]] virtual bool any_is_strict() const noexcept = 0;
  [[nodiscard]] virtual bool owner_keeps(const worker& self) noexcept = 0;

  // ---- works that are published, and taken back ----

  /// Sends it where it belongs, or keeps it for who joins it. False: it is for the scheduler.
  [[nodiscard]] virtual bool owner_push(worker& self,
                                        lane in,
                                        work_item given,
                                        const detail::work_id& what) noexcept = 0;

  /// Gets back what it keeps: this work item, a continuation only if it follows the spawn of
  /// `ended`; or the next of the tasks that `join` counts, from the stack-chain lane only a child
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

  /// The task has come past a join with such a name without waiting.
  virtual void owner_passes(worker& self, const detail::work_id& as) noexcept = 0;

  /// `here` says what it waits at, or that workers of its team bring it about; null: for something
  /// that happens at once, or that another team brings about. `wanted` is what it would do without
  /// a replay controller.
  [[nodiscard]] virtual suspension_plan owner_suspends(worker& self,
                                                       const detail::work_id& as,
                                                       suspended_join* here,
                                                       detail::destination wanted) noexcept = 0;

  /// It goes on: all are done that it waited for, unless here->woken_for_child.
  virtual void owner_resumed(worker& self, suspended_join* here) noexcept = 0;

  /// A task of the region has one on top of it that is outside, and may wait and move with that;
  /// and has it no more, on whichever worker, which may have taken up the one on top alone.
  virtual void owner_covered(worker& self, bool now) noexcept = 0;

  /// A task of the region comes to depend on works that are in no region, which workers of the team
  /// run: it waits for these, or a join does.
  virtual void any_depends() noexcept = 0;

  /// Whether `self` may go on with a task that can, without sending it to itself first.
  [[nodiscard]] virtual bool owner_may_resume(worker& self, const detail::fiber& task) noexcept = 0;

  // ---- looking for work ----

  /// A work item is being sent to a worker in its name; and it was, but nobody can take it yet.
  virtual void any_sends(work_item sent) noexcept = 0;
  virtual void any_sent(unsigned to) noexcept = 0;

  /// Whether there is something for `self`, which is about to sleep: work that was sent to another
  /// one, or frames to publish. As a sleeper's last look has to be.
  [[nodiscard]] virtual bool any_has_work_for(const worker& self) noexcept = 0;

  /// When a worker that is about to sleep is to look again though nobody wakes it; 0: never.
  [[nodiscard]] virtual std::uint64_t any_looks_again_at() const noexcept = 0;

  /// `self` has ended or suspended what it ran. Returns what it is to take up next, if that is here
  /// already.
  [[nodiscard]] virtual work_item owner_due(worker& self) noexcept = 0;

  /// `self` has found work. Returns that, or nothing if it is not its turn yet.
  [[nodiscard]] virtual work_item owner_takes_up(worker& self, work_item found) noexcept = 0;

  /// `self` had no stack to begin `fresh` with, and goes on with a task that waited. False: `fresh`
  /// is for the scheduler.
  [[nodiscard]] virtual bool owner_puts_back(worker& self,
                                             work_item fresh,
                                             work_item waited) noexcept = 0;

  /// All workers of the team sleep, or are about to, and nothing is in an inbox or mailbox.
  virtual void any_all_sleep() noexcept = 0;

  /// Called when `self` has found no work. Returns true if it should search again because work
  /// may be available now.
  [[nodiscard]] virtual bool owner_pauses(worker& self) noexcept = 0;
};

}  // namespace nuthatch::core
