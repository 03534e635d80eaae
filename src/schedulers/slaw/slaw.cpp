#include "schedulers/slaw/slaw.hpp"

#include <algorithm>

#include "core/sync_depth.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::scheduling {

using core::work;
using core::worker;

namespace {

// Counts that decide how spawns go, not what is right: no order is needed.
std::uint64_t count_in(const detail::atomic<std::uint64_t>& counter) noexcept {
  return counter.load(detail::memory_order_relaxed);
}

}  // namespace

slaw::slaw(core::team& of) : stealing_on_request(of) {
  const options& wanted = of.configuration();
  const bool adapting = wanted.policy == spawn_policy::adaptive;
  const spawn_rule rule({wanted.fresh_threshold, wanted.policy_interval});
  for (unsigned i = 0; i < of.size(); ++i) {
    queues_.push_back(std::make_unique<queues>(rule));
    queues& q = *queues_.back();
    q.adapting = adapting;
    if (adapting) {
      of.at(i).follow(q.rule.first());
    }
  }
  if (adapting) {
    of.set_stack_threshold(wanted.stack_threshold);
  }
}

std::unique_ptr<core::scheduler> slaw::make(core::team& of) {
  return std::make_unique<slaw>(of);
}

void slaw::put(queues& into, stealing_deque& where, work what) noexcept {
  // Counted before a thief can take and end it.
  const std::uint32_t tasks = what.what() == work::kind::continuation ? 0 : what.tasks();
  into.fresh_kept += tasks;
  if (!where.owner_push(what)) {
    into.fresh_kept -= tasks;
    home().any_inject(what);
  }
}

work slaw::got(queues& from, work what) noexcept {
  if (what && what.what() != work::kind::continuation) {
    from.fresh_kept -= what.tasks();
  }
  return what;
}

void slaw::owner_publish(worker& self, work given) noexcept {
  queues& mine = *queues_[self.index()];
  put(mine, given.what() == work::kind::continuation ? mine.preempted : mine.fresh_strict, given);
}

work slaw::owner_newest(worker& self, work::kind of) {
  const queues& mine = *queues_[self.index()];
  return (of == work::kind::continuation ? mine.preempted : mine.fresh_strict).owner_newest();
}

bool slaw::owner_take_back(worker& self, work newest) {
  queues& mine = *queues_[self.index()];
  const bool continuation = newest.what() == work::kind::continuation;
  return got(mine, (continuation ? mine.preempted : mine.fresh_strict).owner_pop()) == newest;
}

void slaw::owner_push(worker& self, work ready) noexcept {
  queues& mine = *queues_[self.index()];
  put(mine, ready.what() == work::kind::continuation ? mine.preempted : mine.fresh_loose, ready);
}

work slaw::owner_newest_pushed(worker& self) {
  return queues_[self.index()]->fresh_loose.owner_newest();
}

bool slaw::owner_take_pushed(worker& self, work newest) {
  queues& mine = *queues_[self.index()];
  return got(mine, mine.fresh_loose.owner_pop()) == newest;
}

core::demand slaw::owner_wanted(worker& self) {
  core::demand wanted = stealing_on_request::owner_wanted(self);
  // What a thief takes is its own until it has run it.
  wanted.siblings = std::min(wanted.siblings, home().configuration().fresh_threshold);
  return wanted;
}

bool slaw::owner_settle(worker& self, unsigned given) {
  queues& mine = *queues_[self.index()];
  if (given > 0 && mine.adapting) {
    mine.rule.note_published(given);
    if (self.plan().policy == spawn_policy::work_first) {
      const std::uint64_t fresh = count_in(mine.stolen_fresh);
      self.follow(mine.rule.asked(
          fresh + count_in(mine.stolen_continuations), fresh_of(self, fresh), self.plan().spawns));
    }
  }
  return stealing_on_request::owner_settle(self, given);
}

core::spawn_plan slaw::owner_plan(worker& self) {
  queues& mine = *queues_[self.index()];
  const std::uint64_t stolen_fresh = count_in(mine.stolen_fresh);
  return mine.rule.next(stolen_fresh + count_in(mine.stolen_continuations),
                        fresh_of(self, stolen_fresh),
                        any_seems_idle());
}

std::uint64_t slaw::owner_fresh(worker& self) {
  return fresh_of(self, count_in(queues_[self.index()]->stolen_fresh));
}

/// Not less than there are: what is just being stolen may still be counted.
std::uint64_t slaw::fresh_of(worker& self, std::uint64_t stolen) const noexcept {
  return queues_[self.index()]->fresh_kept - stolen + self.count_children_here(~std::uint64_t{0});
}

/// The tie breakers of Subroutine 1: the deepest in the sync tree, then preempted before fresh, then
/// the deepest in the spawn tree, which is the newest of each deque.
work slaw::owner_take(worker& self) {
  queues& mine = *queues_[self.index()];
  stealing_deque* const deques[] = {&mine.preempted, &mine.fresh_strict, &mine.fresh_loose};
  stealing_deque* from = nullptr;
  work best;
  for (stealing_deque* const each : deques) {
    const work candidate = each->owner_pop();
    if (!candidate) {
      continue;
    }
    if (best && sync_depth(home(), candidate) <= sync_depth(home(), best)) {
      put_back(mine, *each, candidate);
    } else {
      if (best) {
        put_back(mine, *from, best);
      }
      best = candidate;
      from = each;
    }
  }
  return got(mine, best);
}

/// What was popped and still counts as kept.
void slaw::put_back(queues& into, stealing_deque& where, work what) noexcept {
  static_cast<void>(got(into, what));
  put(into, where, what);
  home().any_wake_one();  // who went to sleep meanwhile did not see it
}

work slaw::owner_take_oldest_loose(worker& self) {
  queues& mine = *queues_[self.index()];
  bool lost = false;
  const work fresh = got(mine, mine.fresh_loose.thief_steal(lost));
  return fresh ? fresh : mine.preempted.thief_steal(lost);
}

/// The oldest of a deque, as in step 2 of Subroutine 1. Fresh tasks first: they leave the victim's
/// stack chain as it is.
work slaw::thief_take(worker& self, unsigned victim, bool& lost) {
  queues& theirs = *queues_[victim];
  work stolen = theirs.fresh_strict.thief_steal(lost);
  if (!stolen) {
    stolen = theirs.fresh_loose.thief_steal(lost);
  }
  if (stolen) {
    const std::uint32_t tasks = stolen.tasks();
    theirs.stolen_fresh.fetch_add(tasks, detail::memory_order_relaxed);
    // It had none of its own; now all but the first of these are.
    const std::uint32_t most = home().configuration().fresh_threshold;
    self.follow_at_most(most - std::min(most, tasks - 1));
    return stolen;
  }
  stolen = theirs.preempted.thief_steal(lost);
  if (stolen) {
    theirs.stolen_continuations.fetch_add(1, detail::memory_order_relaxed);
    queues& mine = *queues_[self.index()];
    if (mine.adapting) {
      self.follow(mine.rule.first());
    }
  }
  return stolen;
}

bool slaw::any_seems_filled(unsigned victim) const {
  return any_seems_to_have_strict(victim) || queues_[victim]->fresh_loose.any_seems_filled();
}

bool slaw::any_seems_to_have_strict(unsigned victim) const {
  const queues& theirs = *queues_[victim];
  return theirs.preempted.any_seems_filled() || theirs.fresh_strict.any_seems_filled();
}

}  // namespace nuthatch::scheduling
