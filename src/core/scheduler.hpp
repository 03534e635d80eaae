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

/// The two kinds of queue for a worker's published work.
enum class lane : std::uint8_t {
  stack_chain,  ///< from its stack chain, each newer than all before: a join takes the newest back
  off_chain     ///< bound to no stack chain: asyncs, launched tasks, tasks that resume after a wait
};

/// How to pause after a search that found nothing.
enum class idle_action : std::uint8_t {
  spin,            ///< for a moment
  yield_to_peers,  ///< for a moment, so that another worker can finish something short
  sleep            ///< until there may be work
};

/// The progress of a worker's search for its next work item.
struct search_state {
  unsigned step = 0;     ///< searches before this one, since its last task or since it slept
  bool slept = false;    ///< it has slept since its last task
  bool has_own = false;  ///< its own queue may have something again

  /// Notes that a search found nothing, and how the worker paused.
  void note(idle_action done) noexcept {
    slept = slept || done == idle_action::sleep;
    step = done == idle_action::sleep ? 0 : step + 1;
    has_own = false;
  }
};

/// The result of one search for work.
struct find_result {
  work_item found;
  idle_action then = idle_action::spin;
  /// Whether idle workers should be told about the found item before they request work, because a
  /// long stretch without spawns may follow.
  bool shares_soon = false;
};

/// The requirements of a scheduler on the core, and its abilities. They are part of its entry in
/// the registry.
struct scheduler_needs {
  bool places = false;                  ///< it keeps tasks in their places
  bool resumes_on_same_worker = false;  ///< a task resumes on the worker where it waited
  bool filters = false;                 ///< it has take_if(), which finds what any worker has put
  bool topology = false;                ///< it has to know the positions of workers on the machine
};

/// Decides where work goes and which worker takes it next, and nothing else: it never allocates a
/// stack, runs a task, or touches a join counter. One object serves all workers of a team.
///
/// The core keeps what an owner spawns in the owner's private list of frames. It comes here only
/// when it is published: because it was requested (the poll word), or because its stack is
/// suspended. So no spawn that is not stolen calls the scheduler, and virtual calls are cheap
/// enough.
///
/// A publication cannot be undone, so nothing here may fail. A scheduler whose queue cannot grow
/// hands the work to team::any_inject, which needs no memory.
///
/// Only the worker `self` calls these functions: find_work() and take_continuation() on its own
/// stack, the others on a task's stack as well. So what belongs to one worker needs no lock against
/// that worker. The scheduler has to order what others may read or take meanwhile.
class scheduler {
 public:
  scheduler() = default;
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;
  virtual ~scheduler() = default;

  // ---- what a worker has ----

  /// Takes over a work item of `self`. Offers off-chain work to sleeping workers. Stack-chain work
  /// is offered by owner_wake_thieves or owner_requests_served, once for all frames that were put.
  virtual void owner_push(worker& self, lane in, work_item given) noexcept = 0;

  /// The newest item that `self` has put there and that is still here, if `self` may run it before
  /// its current task continues. Empty only if there is certainly none. `kind` is what the caller
  /// looks for: it selects the queue where continuations and fresh tasks have separate queues.
  virtual work_item owner_peek_newest(worker& self, lane in, work_item::kind kind) = 0;

  /// Takes back `wanted`, which `self` has put there: exactly that item, and for one taker only. An
  /// item that another worker has put there since, in reused memory, is another one. Returns false
  /// if the item was taken before, or if newer items of `self` lie on it.
  virtual bool owner_take_back(worker& self, lane in, work_item wanted) = 0;

  /// Takes back the newest item that `self` has put there, if it is a task that `join` counts, or
  /// siblings that it counts; else returns an empty item. In the stack-chain lane only siblings.
  virtual work_item owner_take_child_of(worker& self, lane in, const detail::join_counter& join);

  /// `self` has put stack-chain work that other workers may not know of: sleeping workers should
  /// get some of it. Not called after owner_publish_quota; there, owner_requests_served is.
  virtual void owner_wake_thieves(worker& self) = 0;

  // ---- what other workers request of it ----

  /// How much `self` should publish now that it was asked for work.
  virtual publish_quota owner_publish_quota(worker& self) = 0;

  /// Completes the request: `given` items were put since owner_publish_quota. Returns true if
  /// something is still owed, so that `self` has to be asked again at its next opportunity.
  virtual bool owner_requests_served(worker& self, unsigned given) = 0;

  // ---- what it learns, and decides, about spawns ----

  /// `self` has run `children` tasks of a siblings item, one after the other, in `ns` nanoseconds
  /// altogether.
  virtual void owner_siblings_ran(worker& self, std::uint32_t children, std::uint64_t ns) = 0;

  /// The plan for the next adaptive spawns of `self`. Only called if the scheduler has given `self`
  /// a plan before.
  virtual spawn_plan owner_plan(worker& /*self*/) {
    return {spawn_policy::help_first, spawn_plan::until_told};
  }

  /// The number of fresh tasks of `self` here, where the scheduler counts them, up to some multiple
  /// of its threshold. Statistics only.
  [[nodiscard]] virtual std::uint64_t owner_fresh(worker& /*self*/) { return 0; }

  // ---- what a worker does next ----

  /// Searches once for the next work item of `self`. It looks at its own queue, at step 0 or if
  /// now.has_own. Then, after worker::begin_search, it looks at the mail of its place, at what
  /// others have, whom it may ask, and at its inbox. (The core has looked at the inbox before if
  /// the worker comes from a task.) Does not wait. worker::next_work calls it until there is an
  /// item, or the team stops.
  virtual find_result find_work(worker& self, const search_state& now) = 0;

  /// Takes a continuation, for a worker that has no stack to start anything on: from its own
  /// queues, which are searched completely; else one that it may take from others at once, if that
  /// is found easily. Does not look at mail and waits for no item. From then on nothing enters the
  /// worker's queues until it runs a task, except from workers that share them and run tasks.
  virtual work_item take_continuation(worker& self) = 0;

  /// Whether a worker has an item that `self` could take without a request. A sleeper's last look:
  /// it must see everything that was put before its owner looked for sleepers.
  [[nodiscard]] virtual bool has_work_for(const worker& self) const = 0;

  /// Takes the newest item within reach for which wanted(of, item) is true. `wanted` is called
  /// while no other worker can take the item, and must neither wait nor spawn. Returns nothing
  /// unless scheduler_needs::filters.
  virtual work_item take_if(worker& self,
                            bool (*wanted)(const void* of, work_item each) noexcept,
                            const void* of);
};

/// Creates the scheduler of a team. The team's workers exist and do not run yet.
struct scheduler_kind {
  std::unique_ptr<scheduler> (*make)(team& of);
  scheduler_needs needs;
};

}  // namespace nuthatch::core
