// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/publishing/publish_quota.hpp"
#include "core/spawning/spawn_plan.hpp"
#include "core/work_item.hpp"

namespace nuthatch::detail {
struct join_counter;
}  // namespace nuthatch::detail

namespace nuthatch::core {

class team;
class worker;

/// The two orders in which work that was published lies with its worker.
enum class lane : std::uint8_t {
  stack_chain,  ///< from its stack chain, each newer than all before: a join gets the newest back
  off_chain     ///< bound to no stack chain: asyncs, launched tasks, tasks that go on after a wait
};

/// What to do until the next look, where one found nothing.
enum class idle_action : std::uint8_t {
  spin,            ///< for a moment
  yield_to_peers,  ///< the same, for another worker to finish something short
  sleep            ///< until there may be work
};

/// How far a worker is with looking for its next work item.
struct search_state {
  unsigned step = 0;     ///< looks before this one, since its last task or since it slept
  bool slept = false;    ///< it has slept since its last task
  bool has_own = false;  ///< there may be something in its own queue again

  /// A look found nothing, and this was done.
  void note(idle_action done) noexcept {
    slept = slept || done == idle_action::sleep;
    step = done == idle_action::sleep ? 0 : step + 1;
    has_own = false;
  }
};

/// What one look for work came to.
struct find_result {
  work_item found;
  idle_action then = idle_action::spin;
  /// Whether those who look in vain should be told of what was found before they ask: it may be
  /// followed by a long stretch without a spawn.
  bool shares_soon = false;
};

/// What a scheduler needs of the core, and what it can do: part of its entry in the registry.
struct scheduler_needs {
  bool places = false;                  ///< keeps tasks in their places
  bool resumes_on_same_worker = false;  ///< a task that waited goes on at the worker where it did
  bool filters = false;                 ///< has take_if(), which finds what any worker has put
  bool topology = false;                ///< has to know where workers are on the machine
};

/// Decides where work goes and who takes it next, and nothing else: it never allocates a stack,
/// runs a task, or touches a join counter. One object serves all workers of a team.
///
/// The core keeps what an owner spawned in that owner's private list of frames. It comes here only
/// once it is published: because somebody asked (the poll word), or because its stack is
/// suspended. So nothing here is on the path of a spawn that nobody steals, and virtual calls are
/// cheap enough.
///
/// What was published cannot be taken back, so nothing here may fail. A scheduler whose queue
/// finds no memory to grow hands the work to team::any_inject, which needs none.
///
/// Who may call: the worker `self`, all of them. find_work() and take_continuation() on its own
/// stack, the others on a task's as well. So what belongs to one worker needs no lock against
/// itself; what others may read or take meanwhile is the scheduler's to order.
class scheduler {
 public:
  scheduler() = default;
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;
  virtual ~scheduler() = default;

  // ---- what a worker has ----

  /// Takes over work of `self`. Off-chain work is offered to those who sleep for want of some;
  /// stack-chain work is by owner_wake_thieves or owner_requests_served, once for all frames that
  /// were put.
  virtual void owner_push(worker& self, lane in, work_item given) noexcept = 0;

  /// The work that `self` put there last, of what is still here, if `self` may run it before its
  /// current task goes on; empty when there is none for sure. `kind` is what the caller looks for:
  /// where continuations and fresh tasks have queues of their own, the one in question.
  virtual work_item owner_peek_newest(worker& self, lane in, work_item::kind kind) = 0;

  /// Gets `wanted`, which `self` has put there, back. Exactly that, for one taker only: a work item
  /// that another worker has put there since, in memory that was used again, is another one. False
  /// if somebody was first, or where newer work items of `self` lie on it.
  virtual bool owner_take_back(worker& self, lane in, work_item wanted) = 0;

  /// Gets the newest of what `self` has put there back, if it is a task that `join` counts, or
  /// siblings; else nothing. In stack-chain lanes only siblings.
  virtual work_item owner_take_child_of(worker& self, lane in, const detail::join_counter& join);

  /// `self` has put stack-chain work, and nobody may know yet: others who sleep for want of work
  /// should have some of it. Not called after owner_publish_quota: then owner_requests_served is.
  virtual void owner_wake_thieves(worker& self) = 0;

  // ---- what others want of it ----

  /// What should be put now that `self` was asked.
  virtual publish_quota owner_publish_quota(worker& self) = 0;

  /// The second half of serving those who asked: `given` works were put since owner_publish_quota.
  /// True when something is still owed, so that `self` is to be asked again at its next chance.
  virtual bool owner_requests_served(worker& self, unsigned given) = 0;

  // ---- what it is told, and decides, about spawns ----

  /// `self` has run `children` of a siblings work, one after the other, in `ns` nanoseconds
  /// altogether.
  virtual void owner_siblings_ran(worker& self, std::uint32_t children, std::uint64_t ns) = 0;

  /// What the next adaptive spawns of `self` are to do. Only for schedulers that have given it a
  /// plan before.
  virtual spawn_plan owner_plan(worker& /*self*/) {
    return {spawn_policy::help_first, spawn_plan::until_told};
  }

  /// How many fresh tasks of `self` are here, where the scheduler counts them, up to some multiple
  /// of its threshold. Statistics only.
  [[nodiscard]] virtual std::uint64_t owner_fresh(worker& /*self*/) { return 0; }

  // ---- what it does next ----

  /// One look for the next work item of `self`: at what it has, at step 0 or if now.has_own; then,
  /// after worker::begin_search, at its place's mail, at what others have, whom it may ask, and at
  /// its inbox, which the core has looked at before if the worker comes from a task. Waits for
  /// nothing. worker::next_work calls it until there is some, or the team stops.
  virtual find_result find_work(worker& self, const search_state& now) = 0;

  /// A continuation, for a worker that has no stack to start anything on: its own, all of which are
  /// looked through; else one that it may take from others at once, where that is found easily.
  /// Mail is not looked at. Waits for no work item. From then on nothing comes to the worker's
  /// queues until it runs a task, but from workers that share them and run tasks.
  virtual work_item take_continuation(worker& self) = 0;

  /// Whether some worker has work that `self` could take without asking. A sleeper's last look:
  /// must see whatever was put so before the owner looked for sleepers.
  [[nodiscard]] virtual bool has_work_for(const worker& self) const = 0;

  /// The newest work within reach that is wanted(of, work), which is asked while nobody else can
  /// take the work, and must neither wait nor spawn. Where scheduler_needs::filters; else nothing.
  virtual work_item take_if(worker& self,
                            bool (*wanted)(const void* of, work_item each) noexcept,
                            const void* of);
};

/// Makes the scheduler of a team, whose workers are there and do not run yet.
struct scheduler_kind {
  std::unique_ptr<scheduler> (*make)(team& of);
  scheduler_needs needs;
};

}  // namespace nuthatch::core
