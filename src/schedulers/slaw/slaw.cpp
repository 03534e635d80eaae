// SPDX-License-Identifier: Apache-2.0
#include "schedulers/slaw/slaw.hpp"

#include <algorithm>

#include "core/spawning/sync_depth.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work_item;
using core::worker;

namespace {

// Counts that decide how spawns are done, but do not affect correctness: no order is needed.
std::uint64_t count_in(const detail::atomic<std::uint64_t>& counter) noexcept {
  return counter.load(detail::memory_order_relaxed);
}

}  // namespace

slaw::slaw(core::team& of)
    : stealing_on_request(of),
      adapting_(of.configuration().policy == spawn_policy::adaptive),
      fresh_threshold_(of.configuration().fresh_threshold) {
  const spawn_rule rule({fresh_threshold_, of.configuration().policy_interval});
  for (unsigned i = 0; i < of.size(); ++i) {
    queues_.push_back(std::make_unique<queues>(rule));
    if (adapting_) {
      of.at(i).follow(queues_.back()->rule.first());
    }
  }
  if (adapting_) {
    of.set_stack_threshold(of.configuration().stack_threshold);
  }
}

std::unique_ptr<core::scheduler> slaw::make(core::team& of) {
  return std::make_unique<slaw>(of);
}

void slaw::put(worker& self, stealing_deque& where, work_item what) noexcept {
  queues& mine = *queues_[self.index()];
  // Counted before a thief can take and end it.
  const std::uint32_t tasks = what.what() == work_item::kind::continuation ? 0 : what.tasks();
  mine.fresh_kept += tasks;
  if (!where.owner_push(what)) {
    mine.fresh_kept -= tasks;
    team().any_inject(what, self.where());
  }
}

work_item slaw::got(queues& from, work_item what) noexcept {
  if (what && what.what() != work_item::kind::continuation) {
    from.fresh_kept -= what.tasks();
  }
  return what;
}

stealing_deque& slaw::queue(const worker& self, lane in, work_item::kind kind) noexcept {
  queues& mine = *queues_[self.index()];
  if (in == lane::off_chain) {
    return mine.off_chain;
  }
  return kind == work_item::kind::continuation ? mine.preempted : mine.fresh;
}

void slaw::owner_push(worker& self, lane in, work_item given) noexcept {
  put(self, queue(self, in, given.what()), given);
  if (in == lane::off_chain) {
    owner_wake_thieves(self);
  }
}

work_item slaw::owner_peek_newest(worker& self, lane in, work_item::kind kind) {
  return queue(self, in, kind).owner_peek_newest();
}

bool slaw::owner_take_back(worker& self, lane in, work_item wanted) {
  stealing_deque& own = queue(self, in, wanted.what());
  return own.owner_peek_newest() == wanted &&
         got(*queues_[self.index()], own.owner_pop()) == wanted;
}

core::publish_quota slaw::owner_publish_quota(worker& self) {
  core::publish_quota wanted = stealing_on_request::owner_publish_quota(self);
  // Stolen items belong to the thief until it has run them.
  wanted.siblings = std::min(wanted.siblings, fresh_threshold_);
  wanted.fewest_siblings = std::min(wanted.fewest_siblings, fresh_threshold_);
  wanted.publish_all_up_to = 0;  // if few meant all, the threshold would not hold
  return wanted;
}

bool slaw::owner_requests_served(worker& self, unsigned given) {
  queues& mine = *queues_[self.index()];
  if (given > 0 && adapting_) {
    mine.rule.note_published(given);
    if (self.plan().policy == spawn_policy::work_first) {
      const std::uint64_t fresh = count_in(mine.stolen_fresh);
      self.follow(mine.rule.asked(fresh + count_in(mine.stolen_continuations),
                                  fresh_of(self, fresh, fresh_threshold_),
                                  self.plan().spawns));
    }
  }
  return stealing_on_request::owner_requests_served(self, given);
}

core::spawn_plan slaw::owner_plan(worker& self) {
  queues& mine = *queues_[self.index()];
  const std::uint64_t stolen_fresh = count_in(mine.stolen_fresh);
  return mine.rule.next(stolen_fresh + count_in(mine.stolen_continuations),
                        fresh_of(self, stolen_fresh, fresh_threshold_),
                        team().has_idle_near(self.where()));
}

std::uint64_t slaw::owner_fresh(worker& self) {
  // Far enough to show that the threshold does not hold.
  return fresh_of(
      self, count_in(queues_[self.index()]->stolen_fresh), std::uint64_t{2} * fresh_threshold_);
}

/// Returns at least the number of fresh tasks: a task that is just being stolen may still be
/// counted. Counts at most `most` of those in the worker's list.
std::uint64_t slaw::fresh_of(worker& self,
                             std::uint64_t stolen,
                             std::uint64_t most) const noexcept {
  return queues_[self.index()]->fresh_kept - stolen + self.count_fresh_here(most);
}

/// Applies the tie breakers of Subroutine 1: the deepest in the sync tree, then preempted before
/// fresh, then the deepest in the spawn tree, which is the newest of each deque.
work_item slaw::owner_take(worker& self) {
  queues& mine = *queues_[self.index()];
  work_item best;
  stealing_deque* from = nullptr;
  for (stealing_deque* const each : {&mine.preempted, &mine.fresh, &mine.off_chain}) {
    const work_item candidate = each->owner_pop();
    if (!candidate) {
      continue;
    }
    if (best && core::sync_depth(candidate) <= core::sync_depth(best)) {
      put_back(self, *each, candidate);
      continue;
    }
    if (best) {
      put_back(self, *from, best);
    }
    best = candidate;
    from = each;
  }
  return got(mine, best);
}

/// Puts back what was just popped, so there is room for it.
void slaw::put_back(worker& self, stealing_deque& where, work_item what) noexcept {
  if (!where.owner_push(what)) {
    team().any_inject(what, self.where());
  }
  team().any_wake_one(self.where());  // a worker that has fallen asleep meanwhile did not see it
}

work_item slaw::owner_take_oldest_off_chain(worker& self) {
  queues& mine = *queues_[self.index()];
  bool lost = false;
  return got(mine, mine.off_chain.thief_steal(lost));
}

/// Takes the oldest item of a deque, as in step 2 of Subroutine 1. Fresh tasks come first: they
/// leave the victim's stack chain intact.
work_item slaw::thief_take(worker& self, unsigned victim, bool& lost) {
  queues& theirs = *queues_[victim];
  for (stealing_deque* const each : {&theirs.fresh, &theirs.off_chain, &theirs.preempted}) {
    if (const work_item stolen = each->thief_steal(lost)) {
      note_stolen(self, theirs, stolen);
      return stolen;
    }
  }
  return {};
}

void slaw::note_stolen(worker& self, queues& theirs, work_item stolen) noexcept {
  queues& mine = *queues_[self.index()];
  const bool continuation = stolen.what() == work_item::kind::continuation;
  // These counts are statistics; see count_in.
  (continuation ? theirs.stolen_continuations : theirs.stolen_fresh)
      .fetch_add(stolen.tasks(), detail::memory_order_relaxed);
  if (adapting_) {
    // All stolen siblings except the first wait.
    self.follow(continuation ? mine.rule.first() : mine.rule.got(stolen.tasks() - 1, self.plan()));
  }
}

std::uint64_t slaw::owner_stealable(const worker& self) const {
  const queues& own = *queues_[self.index()];
  return own.preempted.owner_size() + own.fresh.owner_size() + own.off_chain.owner_size();
}

work_item slaw::owner_take_continuation(worker& self) {
  queues& mine = *queues_[self.index()];
  const work_item preempted = mine.preempted.owner_pop();
  return preempted ? preempted : mine.off_chain.owner_take_continuation();
}

work_item slaw::thief_take_continuation(worker& self, unsigned victim) {
  queues& theirs = *queues_[victim];
  for (stealing_deque* const each : {&theirs.off_chain, &theirs.preempted}) {
    if (const work_item stolen = each->thief_take_continuation()) {
      note_stolen(self, theirs, stolen);
      return stolen;
    }
  }
  return {};
}

bool slaw::any_likely_nonempty(unsigned victim) const {
  return likely_size_of_stack_chain(victim) || queues_[victim]->off_chain.any_likely_nonempty();
}

bool slaw::likely_size_of_stack_chain(unsigned victim) const {
  const queues& theirs = *queues_[victim];
  return theirs.preempted.any_likely_nonempty() || theirs.fresh.any_likely_nonempty();
}

}  // namespace nuthatch::scheduling
