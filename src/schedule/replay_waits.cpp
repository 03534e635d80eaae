// SPDX-License-Identifier: Apache-2.0

// How workers that follow a schedule wait, and what they take next.

#include <utility>

#include "atomic/mutex_lock.hpp"
#include "core/worker.hpp"
#include "schedule/replayer.hpp"

namespace nuthatch::schedules {

using core::join_action;
using core::suspension_plan;
using core::work_item;
using core::worker;
using detail::destination;
using detail::mutex_lock;
using detail::step_kind;
using detail::work_id;

namespace {

/// Returns whether a work item that was sent to a worker can run on another one.
bool may_be_stolen(work_item sent) noexcept {
  if (sent.what() != work_item::kind::continuation) {
    return true;
  }
  const detail::fiber& task = sent.as_continuation();
  return task.id.kind == step_kind::continuation ||  // it has not waited, so resume_at is not set
         (task.resume_at.is_by_replay() && !task.resume_at.is_only());
}

}  // namespace

// ---- waiting ----

join_action replayer::owner_joins(worker& self, const work_id& as) noexcept {
  const std::uint32_t step = steps_.any_look(relative(as));
  if (step == no_step) {
    return join_action::pass_if_done;
  }
  if (worker_of(step) != self.index()) {
    return join_action::always_suspend;
  }
  if (!in_order()) {
    return join_action::pass_if_done;
  }
  replay_state& mine = state_of(self);
  const mutex_lock lock(mine.mutex);
  return steps_.place_of(step) == no_step || steps_.place_of(step) == mine.next
             ? join_action::pass_if_done
             : join_action::always_suspend;
}

void replayer::owner_passes(worker& self, const work_id& as) noexcept {
  const std::uint32_t step = claim(as);
  if (step == no_step) {
    return;
  }
  if (in_order() && steps_.place_of(step) != no_step) {
    replay_state& mine = state_of(self);
    const mutex_lock lock(mine.mutex);
    go_past(mine, steps_.place_of(step));
  }
  self.pedigrees().note_published(as);
  self.pedigrees().note_begin(as);
}

suspension_plan replayer::owner_suspends(worker& self,
                                         const work_id& as,
                                         core::suspended_join* here,
                                         destination wanted) noexcept {
  const std::uint32_t step = claim(as);
  unsigned to = wanted.is_worker() ? wanted.index() : self.index();
  if (step != no_step) {
    to = worker_of(step);
  }
  const bool at_join = here != nullptr && here->join != nullptr;
  if (at_join) {
    owner_waits(self, *here, step);
  } else if (here != nullptr) {
    any_depends();
  } else {
    in_flight_.fetch_add(1, detail::memory_order_relaxed);
  }
  const bool keeps = any_is_strict() && to == self.index();
  return {.where = destination::by_replay(to, keeps),
          .retains_frames = keeps,
          .restricts_worker = keeps && step == no_step && at_join && in_order(),
          .is_step = !keeps || step != no_step || !in_order()};
}

void replayer::owner_waits(worker& self, core::suspended_join& here, std::uint32_t step) noexcept {
  here.step = step;
  here.at = self.index();
  here.may_take_back = here.may_take_back && any_is_strict();
  if (here.may_take_back) {
    replay_state& mine = state_of(self);
    const mutex_lock lock(mine.mutex);
    here.older = std::exchange(mine.joins, &here);
  }
  if (!withheld_.any_is_empty() || left_.load(detail::memory_order_relaxed) != 0) {
    send_withheld_of(self, here);
  }
}

void replayer::owner_resumed(worker& /*self*/, core::suspended_join* here) noexcept {
  if (here == nullptr) {
    in_flight_.fetch_sub(1, detail::memory_order_relaxed);  // this worker is counted itself
    return;
  }
  if (here->may_take_back) {
    replay_state& at = *states_[here->at];
    const mutex_lock lock(at.mutex);
    core::suspended_join** link = &at.joins;
    while (*link != here) {
      link = &(*link)->older;
    }
    *link = here->older;
  }
  if (here->woken_for_child && here->step != no_step) {
    steps_.any_release(here->step);  // it reaches that step later
  }
}

void replayer::owner_covered(worker& self, bool now) noexcept {
  if (now) {
    any_depends();
    return;
  }
  replay_state& mine = state_of(self);
  const mutex_lock lock(mine.mutex);
  if (!mine.busy.load(detail::memory_order_relaxed)) {
    // It took up what was on top, and is counted from now on.
    in_flight_.fetch_add(1, detail::memory_order_relaxed);
    begin_work(mine);
  }
}

void replayer::any_depends() noexcept {
  depends_on_outside_.store(/*value=*/true, detail::memory_order_relaxed);
}

bool replayer::owner_may_resume(worker& self, const detail::fiber& task) noexcept {
  replay_state& mine = state_of(self);
  const mutex_lock lock(mine.mutex);
  if (!mine.replaying || !mine.busy.load(detail::memory_order_relaxed)) {
    return false;
  }
  const std::uint32_t place = place_of(self, task.id);
  if (place == no_step) {
    return true;
  }
  if (place != mine.next ||
      !has_turn(mine, self, work_item::continuation(const_cast<detail::fiber&>(task)))) {
    return false;
  }
  go_past(mine, place);
  return true;
}

// ---- looking for work ----

void replayer::any_sends(work_item /*sent*/) noexcept {
  in_flight_.fetch_add(1, detail::memory_order_relaxed);
}

void replayer::any_sent(unsigned to) noexcept {
  // Sequentially consistent: a sleeper for which strictness has ended checks the inbox.
  const bool strict = mode_.load(detail::memory_order_seq_cst) != replay_mode::relaxed;
  if (!strict && may_be_robbed(to)) {
    static_cast<void>(team_.any_wake_one(team_.at(to).where()));  // one that may take it instead
  }
}

bool replayer::any_has_work_for(const worker& self) noexcept {
  {
    replay_state& mine = state_of(self);
    // Before the mode is read: the thread that ends strictness acquires the lock as well, and wakes
    // this worker afterwards.
    const mutex_lock lock(mine.mutex);
    if (!mine.replaying) {
      return false;
    }
    if (mine.publishes_frames) {
      return true;
    }
  }
  if (any_is_strict()) {
    return false;
  }
  if (withheld_.any_has_taken_back_children()) {
    return true;
  }
  const core::worker_range reach = team_.reach_of(self.where());
  for (unsigned i = reach.first; i < reach.end; ++i) {
    if (i != self.index() && may_be_robbed(i) && team_.at(i).inbox().any_has(may_be_stolen)) {
      return true;
    }
  }
  return false;
}

std::uint64_t replayer::any_looks_again_at() const noexcept {
  return late_at_ns_.load(detail::memory_order_relaxed);
}

/// A worker without work is about to take what was sent to it, unless it has no CPU (G3).
bool replayer::may_be_robbed(unsigned worker) const noexcept {
  const replay_state& at = *states_[worker];
  return at.busy.load(detail::memory_order_relaxed) ||
         (overdue_.load(detail::memory_order_relaxed) &&
          !at.takes.load(detail::memory_order_relaxed));
}

/// While a task waits at a join at which it did not wait in the recording, its worker takes only
/// what that join counts.
bool replayer::has_turn(const replay_state& at, const worker& self, work_item what) const {
  if (at.order_waived) {
    return true;
  }
  bool held_back = false;
  for (const core::retained_frames* each = self.retained(); each != nullptr; each = each->older) {
    if (each->restricts_worker != nullptr) {
      if (each->restricts_worker == what.join()) {
        return true;
      }
      held_back = true;
    }
  }
  return !held_back;
}

/// Returns the place of the work item in the order of this worker; no_step if it has none, or there
/// is no order.
std::uint32_t replayer::place_of(const worker& self, const work_id& what) const noexcept {
  const std::uint32_t step = in_order() ? steps_.any_claimed(relative(what)) : no_step;
  return step == no_step || worker_of(step) != self.index() ? no_step : steps_.place_of(step);
}

/// Advances to the next place after that one, skipping what was taken early.
void replayer::go_past(replay_state& at, std::size_t place) noexcept {
  do {
    ++place;
  } while (place < at.early.size() && at.early[place]);
  at.next = place;
}

void replayer::begin_work(replay_state& at) noexcept {
  at.busy.store(/*value=*/true, detail::memory_order_relaxed);
  at.takes.store(/*value=*/false, detail::memory_order_relaxed);
  if (at.idle_since_ns != 0) {
    at.idle_ns += team_.threads().now_ns() - std::exchange(at.idle_since_ns, 0);
  }
}

void replayer::end_work(replay_state& at) noexcept {
  at.busy.store(/*value=*/false, detail::memory_order_relaxed);
  at.idle_since_ns = team_.threads().now_ns();
}

/// Returns what a worker runs for a work item whose turn it is: the item; or its spawner, if that
/// waits here at the join and has to take the item back. `has_place`: the item has a place in the
/// order of the worker, which is the next.
work_item replayer::take_up(replay_state& at, work_item what, bool has_place) noexcept {
  begin_work(at);
  core::suspended_join* const here = *find_join(at, what);
  const std::uint32_t step = here == nullptr ? no_step : step_of(what);
  if (step == no_step || !steps_.is_taken_back_child(step) || here->woken_for_child) {
    if (has_place) {
      go_past(at, at.next);
    }
    return what;
  }
  withheld_.any_withhold(what, step);
  here->woken_for_child = true;
  here->join->parent_revoke();
  detail::fiber& spawner = *here->join->waiter;
  spawner.id.kind = step_kind::stack_return;
  return work_item::continuation(spawner);
}

/// Decrements `in_flight_` (G2). Has to be called under the lock of the caller's replay state,
/// after it has seen that the region has not ended: otherwise the call might count for the next
/// region. Returns the region if nothing makes progress any more, for a call of resolve_stall()
/// without the lock.
std::uint64_t replayer::end_in_flight() noexcept {
  return in_flight_.fetch_sub(1, detail::memory_order_acq_rel) == 1
             ? region_.load(detail::memory_order_relaxed)
             : none;
}

work_item replayer::owner_due(worker& self) noexcept {
  replay_state& mine = state_of(self);
  std::uint64_t stopped = none;
  {
    const mutex_lock lock(mine.mutex);
    if (!mine.replaying) {
      return {};
    }
    const bool was_busy = mine.busy.load(detail::memory_order_relaxed);
    if (in_order() && mine.next < mine.arrived.size() && mine.arrived[mine.next] &&
        has_turn(mine, self, mine.arrived[mine.next])) {
      if (!was_busy) {
        in_flight_.fetch_add(1, detail::memory_order_relaxed);
      }
      return take_up(mine, std::exchange(mine.arrived[mine.next], work_item()), /*has_place=*/true);
    }
    if (const work_item left = mine.left.take_any([](work_item) { return true; })) {
      left_.fetch_sub(1, detail::memory_order_relaxed);
      if (!was_busy) {
        in_flight_.fetch_add(1, detail::memory_order_relaxed);
      }
      begin_work(mine);
      return left;
    }
    if (!was_busy) {
      return {};
    }
    end_work(mine);
    stopped = end_in_flight();
  }
  resolve_stall(stopped);
  return {};
}

work_item replayer::owner_takes_up(worker& self, work_item found) noexcept {
  const work_id what = self.pedigrees().name_of(found);
  if (what.at.task_hash == 0) {
    return found;
  }
  replay_state& mine = state_of(self);
  std::uint64_t stopped = none;
  {
    const mutex_lock lock(mine.mutex);
    if (!mine.replaying) {
      return found;
    }
    const std::uint32_t place = place_of(self, what);
    if (place == no_step) {
      found = take_up(mine, found, /*has_place=*/false);
    } else if (place < mine.next) {
      begin_work(mine);
    } else if (place == mine.next && has_turn(mine, self, found)) {
      mine.order_waived = false;
      found = take_up(mine, found, /*has_place=*/true);
    } else {
      mine.arrived[place] = std::exchange(found, work_item());
      stopped = end_in_flight();
    }
  }
  resolve_stall(stopped);
  if (found && !any_is_strict() && self.inbox().any_nonempty()) {
    static_cast<void>(team_.any_wake_one(self.where()));  // a worker that may take it instead
  }
  return found;
}

bool replayer::owner_puts_back(worker& self, work_item fresh, work_item waited) noexcept {
  const work_id what = self.pedigrees().name_of(fresh);
  const bool keeps = what.at.task_hash != 0 && any_is_strict();
  if (keeps) {
    team_.send(self, fresh, destination::by_replay(self.index(), /*only=*/false));
  }
  replay_state& mine = state_of(self);
  const mutex_lock lock(mine.mutex);
  if (!mine.replaying) {
    return keeps;
  }
  if (keeps && mine.next != 0 && place_of(self, what) == mine.next - 1) {
    --mine.next;
  }
  const work_id instead = self.pedigrees().name_of(waited);
  const bool was_busy = mine.busy.load(detail::memory_order_relaxed);
  if (instead.at.task_hash != 0) {
    const std::uint32_t place = place_of(self, instead);
    if (place == mine.next) {
      go_past(mine, place);
    } else if (place != no_step && place > mine.next) {
      mine.early[place] = true;
    }
    begin_work(mine);
  } else if (was_busy) {
    end_work(mine);
  }
  if (was_busy) {
    in_flight_.fetch_sub(1, detail::memory_order_relaxed);  // what was put back is counted again
  }
  return keeps;
}

bool replayer::owner_pauses(worker& self) noexcept {
  become_overdue_if_late();
  if (any_is_strict()) {
    return false;
  }
  // The next region, which is strict, may have begun meanwhile.
  const auto is_relaxed = [this] {
    return !any_is_strict();
  };
  bool gives = false;
  work_item stolen;
  unsigned victim = self.index();  // remains if the victim is unknown
  {
    replay_state& mine = state_of(self);
    const mutex_lock lock(mine.mutex);
    // The region cannot end while this lock is held.
    if (!mine.replaying || !is_relaxed()) {
      return false;
    }
    gives = std::exchange(mine.publishes_frames, false);
    if (!gives) {
      stolen = steal_sent(self, victim);
    }
  }
  if (gives) {
    self.publish_retained_frames();
    return true;
  }
  if (!stolen) {
    stolen = withheld_.any_steal(is_relaxed);
  }
  if (!stolen) {
    return false;
  }
  self.note_steal(victim, stolen.tasks());
  state_of(self).takes.store(/*value=*/true, detail::memory_order_relaxed);
  team_.send(self, stolen, destination::by_replay(self.index(), /*only=*/false));
  return true;
}

/// Takes an item on its way to a worker that has something else to do, if it may run elsewhere.
/// Sets `victim` to that worker.
work_item replayer::steal_sent(const worker& self, unsigned& victim) noexcept {
  const core::worker_range reach = team_.reach_of(self.where());
  for (unsigned i = 1; i < reach.size(); ++i) {
    const unsigned other = reach.first + (self.index() - reach.first + i) % reach.size();
    if (!may_be_robbed(other)) {
      continue;
    }
    if (const work_item stolen = team_.at(other).inbox().any_take_if(may_be_stolen)) {
      victim = other;
      return stolen;
    }
  }
  return {};
}

}  // namespace nuthatch::schedules
