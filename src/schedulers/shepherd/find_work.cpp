// SPDX-License-Identifier: Apache-2.0

// The search for work of shepherds' workers: own work, work of others, and stealing for all fellow
// workers.

#include <algorithm>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "schedulers/fairness.hpp"
#include "schedulers/shepherd/shepherd_scheduler.hpp"

namespace nuthatch::scheduling {

using core::work_item;
using core::worker;
using trace::event;

namespace {

// A worker with fellow workers checks for so long whether one of them spawns something, before it
// steals from another shepherd. It is about the duration of such a steal.
constexpr std::uint64_t waits_for_fellows_ns = 1'000;

}  // namespace

core::find_result shepherd_scheduler::found(work_item next) const noexcept {
  return {.found = next,
          .then = {},
          .shares_soon = private_tasks_ != 0 && (next.what() != work_item::kind::siblings ||
                                                 !siblings_.siblings_are_short())};
}

work_item shepherd_scheduler::take_own(worker& self, member& mine) {
  shepherd& here = *mine.mine;
  if (!here.queue.any_nonempty()) {
    return {};
  }
  use(self, here);
  return note(self,
              here,
              by_.first_in_first_out ? here.queue.any_take_oldest(self.index())
                                     : here.queue.any_take_newest(self.index()));
}

/// Now and then takes work that would otherwise wait forever, because newer work keeps arriving.
work_item shepherd_scheduler::take_next(worker& self, member& mine) {
  if (++mine.acquisitions % fairness == 0) {
    if (const work_item injected = self.where().mail.any_take()) {
      return injected;
    }
    if (!by_.first_in_first_out && mine.mine->queue.any_nonempty()) {
      use(self, *mine.mine);
      const auto got = mine.mine->queue.any_take_oldest_under_off_chain(self.index());
      if (const work_item oldest = note(self, *mine.mine, got)) {
        return oldest;
      }
    }
  }
  return take_own(self, mine);
}

core::find_result shepherd_scheduler::find_work(worker& self, const core::search_state& now) {
  member& mine = of(self);
  if (const work_item own = now.step == 0 ? take_next(self, mine) : take_own(self, mine)) {
    return found(own);
  }
  const std::uint64_t now_ns = team_.threads().now_ns();
  if (now.step == 0) {
    self.begin_search();
    mine.since_ns = now_ns;
  }
  if (const work_item injected = self.where().mail.any_take()) {
    return found(injected);
  }
  if (private_tasks_ != 0) {
    ask(*mine.mine);
  }
  const std::uint64_t searched_ns = now_ns - mine.since_ns;
  const std::uint64_t search_ns = team_.threads().search_ns();
  const bool has_fellows = mine.mine->workers.size() > 1;
  if (by_.steals &&
      (!has_fellows || searched_ns >= std::min(waits_for_fellows_ns, search_ns / 2))) {
    if (const work_item stolen = steal(self, *mine.mine)) {
      return found(stolen);
    }
  }
  if (const work_item sent = self.inbox().any_take()) {
    return found(sent);
  }
  NUTHATCH_ASSERT(!mine.mine->any_is_thief(self.index()), "T1");
  return {.found = {},
          .then = searched_ns < search_ns ? core::idle_action::spin : core::idle_action::sleep};
}

/// Steals from the first other shepherd with work: enough for every worker of this shepherd.
work_item shepherd_scheduler::steal(worker& self, shepherd& mine) {
  if (mine.victims.empty() || !mine.any_become_thief(self.index())) {
    return {};
  }
  const steal_result got =
      nearest_first_ ? steal_from_nearest(self, mine) : steal_from_any(self, mine);
  mine.thief_end(self.index());
  // Fellow workers first. But workers of other shepherds cannot have seen the stolen work, either,
  // while it was on its way here.
  for (unsigned i = 0; i < got.for_others && wake_for(self, mine); ++i) {
  }
  return got.newest;
}

/// Steals from the first shepherd with work, beginning with a random one.
shepherd_scheduler::steal_result shepherd_scheduler::steal_from_any(worker& self, shepherd& mine) {
  const auto victims = static_cast<unsigned>(mine.victims.size());
  const unsigned first = self.random().below(victims);
  for (unsigned i = 0; i < victims; ++i) {
    shepherd& victim = *mine.victims[(first + i) % victims];
    if (probe(self, victim) != 0) {
      if (const steal_result got = steal_from(self, mine, victim); got.newest) {
        return got;
      }
    }
  }
  return {};
}

/// Steals from the nearest shepherds with work; among equally near ones, from the one with the
/// most.
shepherd_scheduler::steal_result shepherd_scheduler::steal_from_nearest(worker& self,
                                                                        shepherd& mine) {
  std::size_t next = 0;
  for (const std::size_t end : mine.ends_of_equally_near) {
    shepherd* fullest = nullptr;
    std::uint32_t most = 0;
    for (; next < end; ++next) {
      if (const std::uint32_t there = probe(self, *mine.victims[next]); there > most) {
        fullest = mine.victims[next];
        most = there;
      }
    }
    if (fullest != nullptr) {
      if (const steal_result got = steal_from(self, mine, *fullest); got.newest) {
        return got;
      }
    }
  }
  return {};
}

/// Returns how much a victim seems to have. Requests private tasks of its workers if it has none.
std::uint32_t shepherd_scheduler::probe(worker& self, shepherd& victim) {
  team_.threads().spend(self.index(), platform::activity::probe, victim.workers.front());
  const std::uint32_t there = victim.queue.any_size();
  if (there == 0 && private_tasks_ != 0) {
    ask(victim);
  }
  return there;
}

shepherd_scheduler::steal_result shepherd_scheduler::steal_from(worker& self,
                                                                shepherd& mine,
                                                                shepherd& victim) {
  const unsigned of_theirs = victim.workers.front();
  use(self, victim);
  const shared_deque::bulk got =
      victim.queue.any_take_oldest(mine.stolen_batch.data(), [&mine, &victim](work_item oldest) {
        return mine.max_from(oldest, victim.queue.likely_size());
      });
  note_wait(self, got);
  if (got.count == 0) {
    self.counters().owner_note(event::failed_steal);
    return {};
  }
  if (private_tasks_ != 0 && victim.queue.likely_size() < victim.low_water) {
    ask(victim);
  }
  mine.stolen_batch_is_off_chain = got.off_chain;
  std::uint64_t tasks = 0;
  for (unsigned i = 0; i < got.count; ++i) {
    tasks += mine.stolen_batch[i].tasks();
  }
  self.note_steal(of_theirs, tasks);
  team_.threads().spend(self.index(), platform::activity::steal, of_theirs);
  return {mine.stolen_batch[got.count - 1], store(self, mine, got.count - 1)};
}

/// Puts the oldest items of the stolen batch into the shepherd's queue. Returns how many are for
/// other workers.
unsigned shepherd_scheduler::store(worker& self, shepherd& mine, unsigned count) noexcept {
  if (count == 0) {
    return 0;
  }
  use(self, mine);
  const shared_deque::put done =
      mine.queue.any_push_all(mine.stolen_batch.data(),
                              count,
                              {.by = self.index(), .off_chain = mine.stolen_batch_is_off_chain});
  note_wait(self, done);
  if (done.its == 0) {
    for (unsigned i = 0; i < count; ++i) {
      team_.any_inject(mine.stolen_batch[i], self.where());
    }
  }
  // It is unknown whether the joins of the stolen batch still wait.
  team_.attached().any_notify_all_selective();
  return count;
}

work_item shepherd_scheduler::take_continuation(worker& self) {
  const auto waited = [](work_item each) {
    return each.what() == work_item::kind::continuation;
  };
  return first_among(self, of(self).mine->victims, waited);  // also without steals
}

work_item shepherd_scheduler::take_if(worker& self,
                                      bool (*wanted)(const void* of, work_item each) noexcept,
                                      const void* of) {
  const std::vector<shepherd*> no_worker;
  const auto is_wanted = [=](work_item each) {
    return wanted(of, each);
  };
  const work_item found =
      first_among(self, by_.steals ? this->of(self).mine->victims : no_worker, is_wanted);
  return found ? found : self.where().mail.any_take_if(is_wanted);
}

/// Takes the newest item of the shepherd for which wanted(work) holds, otherwise the oldest of
/// another.
template <class Wanted>
work_item shepherd_scheduler::first_among(worker& self,
                                          const std::vector<shepherd*>& others,
                                          Wanted&& wanted) {
  shepherd& mine = *of(self).mine;
  if (mine.queue.any_nonempty()) {
    if (const work_item own =
            note(self, mine, mine.queue.any_take_newest_if(self.index(), wanted))) {
      return own;
    }
  }
  for (shepherd* const victim : others) {
    if (!victim->queue.any_nonempty()) {
      continue;
    }
    if (const work_item got =
            note(self, *victim, victim->queue.any_take_oldest_if(self.index(), wanted))) {
      self.note_steal(victim->workers.front(), got.tasks());
      return got;
    }
  }
  return {};
}

bool shepherd_scheduler::has_work_for(const worker& self) const {
  const shepherd& mine = *members_[self.index()]->mine;
  return mine.queue.any_nonempty() ||
         (by_.steals && std::ranges::any_of(mine.victims, [](const shepherd* each) {
            return each->queue.any_nonempty();
          }));
}

}  // namespace nuthatch::scheduling
