// SPDX-License-Identifier: Apache-2.0
#include "schedulers/stealing/stealing_on_request.hpp"

#include <algorithm>

#include "base/capacity.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "schedulers/fairness.hpp"

namespace nuthatch::scheduling {

namespace {

using core::work_item;
using core::worker;
using trace::event;

// Searches of all victims before a thief requests work. The pauses between them add up to about a
// microsecond: nothing for a thief that stays out of work, but enough for an owner of tiny tasks to
// gather a worthwhile number.
constexpr auto searches_before_asking = base::capacity<unsigned>(6, 1);

// The maximal number of pieces published at a time. Further thieves find the rest one request
// later.
constexpr unsigned max_wanted = 8;

// About the time that a thief's access and a wake-up take.
constexpr std::uint64_t max_gathering_ns = 10'000;

}  // namespace

stealing_on_request::stealing_on_request(core::team& of) : team_(of) {
  for (unsigned i = 0; i < of.size(); ++i) {
    searching_.push_back(std::make_unique<searching>());
  }
}

/// Returns how many pieces the searching workers of its place would take. A hint.
unsigned stealing_on_request::wanted_by_thieves(const worker& self) const noexcept {
  return std::min(self.where().asleep.searching(), max_wanted);
}

void stealing_on_request::owner_wake_thieves(worker& self) {
  team_.any_wake_one(self.where());
}

core::publish_quota stealing_on_request::owner_publish_quota(worker& self) {
  const unsigned pieces = std::max(wanted_by_thieves(self), 1U);
  const std::uint32_t piece = siblings_.siblings_per_item();
  const unsigned idle_workers = team_.out_of_work_in(self.where());
  const std::uint32_t fewest = owner_gathers(*searching_[self.index()]) ? piece : 1;
  return {pieces,
          piece,
          siblings_.pieces_for(pieces, team_.reach_of(self.where()).size()),
          fewest,
          !siblings_.worth_publishing_early(),
          std::max(idle_workers, 1U),
          siblings_.few_for(idle_workers)};
}

/// Returns whether an owner with a request should continue gathering children until a steal pays.
/// It does so only for tiny children, and only for a short time, because the present children need
/// not be tiny.
bool stealing_on_request::owner_gathers(searching& asked) {
  if (!siblings_.siblings_are_tiny()) {
    return false;
  }
  const std::uint64_t now = team_.threads().now_ns();
  if (asked.gathering_since_ns == 0) {
    asked.gathering_since_ns = now;
  }
  return now - asked.gathering_since_ns < max_gathering_ns;
}

bool stealing_on_request::owner_requests_served(worker& self, unsigned given) {
  if (given > 0) {
    searching_[self.index()]->gathering_since_ns = 0;
    team_.any_wake_one(self.where());
  }
  // The requests of all idle workers were one bit.
  return given == 0 || team_.has_sleeper_near(self.where()) || owner_misses_some(self);
}

/// Returns whether less work is stealable than the searching workers of its place would take. If
/// children need not be tiny, each searching worker gets some.
bool stealing_on_request::owner_misses_some(worker& self) const {
  const std::uint64_t there = owner_stealable(self);
  if (self.published_siblings()) {
    return !siblings_.siblings_are_short() && there < self.where().asleep.searching();
  }
  return there < wanted_by_thieves(self) && self.may_request_from_self();
}

void stealing_on_request::owner_siblings_ran(worker& self,
                                             std::uint32_t children,
                                             std::uint64_t ns) {
  std::uint64_t& patience_ns = searching_[self.index()]->patience_ns;
  patience_ns = siblings_.any_note(children, ns, patience_ns);
}

/// Takes work that newer work would otherwise delay forever: injected work, and the oldest that is
/// bound to no stack.
work_item stealing_on_request::take_waiting(worker& self) {
  if (const work_item injected = self.where().mail.any_take()) {
    return injected;
  }
  return owner_take_oldest_off_chain(self);
}

core::find_result stealing_on_request::find_work(worker& self, const core::search_state& now) {
  searching& mine = *searching_[self.index()];
  if (now.step == 0) {
    if (const work_item own = now.slept ? work_item() : take_own(self, mine)) {
      return found(own);
    }
    self.begin_search();
    mine.since_ns = team_.threads().now_ns();
    if (now.slept) {
      mine.patience_ns = 0;  // what comes now may be of another kind
    }
  }
  if (now.has_own) {
    if (const work_item own = owner_take(self)) {
      return found(own);
    }
  }
  const std::uint64_t searched_ns =
      now.step < searches_before_asking ? 0 : team_.threads().now_ns() - mine.since_ns;
  const bool asking = now.step >= searches_before_asking && searched_ns >= mine.patience_ns;
  if (const work_item next = search(self, asking)) {
    return found(next);
  }
  return {.found = {},
          .then = searched_ns < team_.threads().search_ns() ? core::idle_action::spin
                                                            : core::idle_action::sleep};
}

/// Short siblings are not for others: they were put together to be run together.
core::find_result stealing_on_request::found(work_item next) const noexcept {
  return {
      .found = next,
      .then = {},
      .shares_soon = next.what() != work_item::kind::siblings || !siblings_.siblings_are_short()};
}

work_item stealing_on_request::take_own(worker& self, searching& mine) {
  if (++mine.acquisitions % fairness == 0) {
    if (const work_item waiting_long = take_waiting(self)) {
      return waiting_long;
    }
  }
  return owner_take(self);
}

work_item stealing_on_request::take_continuation(worker& self) {
  if (const work_item own = owner_take_continuation(self)) {
    owner_wake_thieves(self);  // new sleepers did not see the work behind it
    return own;
  }
  const core::worker_range reach = team_.reach_of(self.where());
  for (unsigned victim = reach.first; victim < reach.end; ++victim) {
    if (victim == self.index()) {
      continue;
    }
    if (const work_item stolen = thief_take_continuation(self, victim)) {
      team_.threads().spend(self.index(), platform::activity::steal, victim);
      self.note_steal(victim, 1);
      return stolen;
    }
  }
  return {};
}

/// Searches the work of others: all workers of the own place, its mailbox, and then, if that is
/// allowed, the other places. The items for this worker alone come last: it may have been woken for
/// the others.
work_item stealing_on_request::search(worker& self, bool asking) {
  if (const work_item stolen = steal_from_one_of(self, self.where(), asking)) {
    return stolen;
  }
  if (const work_item mail = self.where().mail.any_take()) {
    return mail;
  }
  const work_item of_others = team_.crosses_places() ? search_others(self, asking) : work_item();
  return of_others ? of_others : self.inbox().any_take();
}

/// Tries all workers of a place, beginning with a random one.
work_item stealing_on_request::steal_from_one_of(worker& self, core::place& there, bool asking) {
  const unsigned n = there.workers;
  const unsigned start = self.random().below(n);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned victim = there.first_worker + (start + i < n ? start + i : start + i - n);
    if (victim != self.index()) {
      if (const work_item stolen = steal_from(self, victim, asking)) {
        return stolen;
      }
    }
  }
  return {};
}

/// Searches all other places, beginning with a random one: first their workers, then the mailboxes,
/// whose tasks were sent there on purpose.
work_item stealing_on_request::search_others(worker& self, bool asking) {
  const unsigned n = team_.places();
  const unsigned start = self.random().below(n);
  for (const bool mailboxes : {false, true}) {
    for (unsigned i = 0; i < n; ++i) {
      core::place& there = team_.place_at((start + i) % n);
      if (&there == &self.where()) {
        continue;
      }
      const work_item found =
          mailboxes ? there.mail.any_take() : steal_from_one_of(self, there, asking);
      if (found) {
        self.counters().owner_note(event::cross_place_steal);
        return found;
      }
    }
  }
  return {};
}

/// Not for tiny siblings: requesting each of them would make the pieces ever smaller.
bool stealing_on_request::worth_asking_early(work_item stolen) const noexcept {
  return stolen.what() != work_item::kind::siblings || siblings_.worth_publishing_early();
}

work_item stealing_on_request::steal_from(worker& self, unsigned victim, bool asking) {
  worker& owner = team_.at(victim);
  team_.threads().spend(self.index(), platform::activity::probe, victim);
  bool lost = false;
  const work_item stolen = thief_take(self, victim, lost);
  if (lost) {
    self.counters().owner_note(event::failed_steal);
  }
  if (!stolen) {
    if (asking) {
      owner.any_request(core::work_wanted);
    }
    return {};
  }
  team_.threads().spend(self.index(), platform::activity::steal, victim);
  self.note_steal(victim, stolen.tasks());
  if (stolen.what() != work_item::kind::siblings) {
    searching_[self.index()]->patience_ns = 0;
  }
  if (worth_asking_early(stolen) && !likely_size_of_stack_chain(victim)) {
    // The next thief should find something at once, even if the owner does not poll for long by
    // then.
    owner.any_request(core::work_wanted);
  }
  if (any_likely_nonempty(victim)) {
    team_.any_wake_one(owner.where());  // the victim has more
  }
  return stolen;
}

bool stealing_on_request::has_work_for(const worker& self) const {
  const core::worker_range reach = team_.reach_of(self.where());
  for (unsigned i = reach.first; i < reach.end; ++i) {
    if (any_likely_nonempty(i)) {
      return true;
    }
  }
  return false;
}

}  // namespace nuthatch::scheduling
