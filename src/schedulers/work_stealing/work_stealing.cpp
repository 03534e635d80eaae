#include "schedulers/work_stealing/work_stealing.hpp"

#include <algorithm>

#include "base/capacity.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "schedulers/fairness.hpp"

namespace nuthatch::scheduling {

namespace {

using core::work;
using core::worker;
using trace::event;

// Looks at all victims before a thief asks for more. The pauses between them add up to about a
// microsecond: nothing for a thief that stays out of work, enough for the owner of tiny tasks to
// gather some worth taking.
constexpr auto searches_before_asking = base::capacity<unsigned>(6, 1);

// The most pieces published at a time. More thieves than that find the rest one request later.
constexpr unsigned most_wanted = 8;

}  // namespace

work_stealing::work_stealing(core::team& of) : team_(of) {
  for (unsigned i = 0; i < of.size(); ++i) {
    queues_.push_back(std::make_unique<queues>());
  }
}

std::unique_ptr<core::scheduler> work_stealing::make(core::team& of) {
  return std::make_unique<work_stealing>(of);
}

void work_stealing::owner_publish(worker& self, work given) noexcept {
  if (!queues_[self.index()]->strict.owner_push(given)) {
    team_.any_inject(given);
  }
}

work work_stealing::owner_newest(worker& self) {
  return queues_[self.index()]->strict.owner_newest();
}

bool work_stealing::owner_take_back(worker& self) {
  return static_cast<bool>(queues_[self.index()]->strict.owner_pop());
}

void work_stealing::owner_push(worker& self, work ready) noexcept {
  if (!queues_[self.index()]->loose.owner_push(ready)) {
    team_.any_inject(ready);
  }
}

work work_stealing::owner_newest_pushed(worker& self) {
  return queues_[self.index()]->loose.owner_newest();
}

bool work_stealing::owner_take_pushed(worker& self) {
  return static_cast<bool>(queues_[self.index()]->loose.owner_pop());
}

void work_stealing::owner_offer(worker& /*self*/) {
  team_.any_wake_one();
}

core::demand work_stealing::owner_wanted(worker& /*self*/) {
  // Relaxed: a hint.
  const unsigned pieces =
      std::clamp(searching_.load(detail::memory_order_relaxed), 1U, most_wanted);
  return {pieces, siblings_.any_piece(), siblings_.any_pieces(pieces, team_.size())};
}

bool work_stealing::owner_settle(worker& /*self*/, unsigned given) {
  if (given > 0) {
    team_.any_wake_one();
  }
  return given == 0 || team_.any_sleeps();  // the requests of all sleepers were one bit
}

void work_stealing::owner_ran(worker& self, std::uint32_t children, std::uint64_t ns) {
  std::uint64_t& patience_ns = queues_[self.index()]->patience_ns;
  patience_ns = siblings_.any_note(children, ns, patience_ns);
}

work work_stealing::take_own(queues& own) noexcept {
  const work strict = own.strict.owner_pop();
  return strict ? strict : own.loose.owner_pop();
}

/// What newer work would otherwise keep waiting for ever: injected work, and the oldest that is
/// bound to no stack.
work work_stealing::take_waiting(queues& own) noexcept {
  if (const work injected = team_.any_take_injected()) {
    return injected;
  }
  bool lost = false;
  return own.loose.thief_steal(lost);
}

work work_stealing::acquire(worker& self) {
  queues& mine = *queues_[self.index()];
  if (++mine.acquisitions % fairness == 0) {
    if (const work waiting_long = take_waiting(mine)) {
      return waiting_long;
    }
  }
  if (const work own = take_own(mine)) {
    return own;
  }
  searching_.fetch_add(1, detail::memory_order_relaxed);  // a hint for owner_wanted
  const work found = find(self, mine);
  searching_.fetch_sub(1, detail::memory_order_relaxed);
  return found;
}

/// Looks for work, asks for it, and sleeps, until there is some or the team stops.
work work_stealing::find(worker& self, queues& mine) {
  std::uint64_t since = team_.threads().now_ns();
  for (unsigned step = 0; !team_.any_stopping(); ++step) {
    const std::uint64_t searched_ns =
        step < searches_before_asking ? 0 : team_.threads().now_ns() - since;
    const bool asking = step >= searches_before_asking && searched_ns >= mine.patience_ns;
    if (const work found = search(self, asking)) {
      return found;
    }
    if (searched_ns < team_.threads().search_ns()) {
      team_.threads().relax(self.index(), step);
    } else {
      searching_.fetch_sub(1, detail::memory_order_relaxed);
      team_.owner_sleep(self);
      mine.patience_ns = 0;  // what comes now may be of another kind
      searching_.fetch_add(1, detail::memory_order_relaxed);
      step = 0;
      since = team_.threads().now_ns();
    }
  }
  return {};
}

/// One look at everything: injected work, then all victims from a random one on.
work work_stealing::search(worker& self, bool asking) {
  if (const work injected = team_.any_take_injected()) {
    return injected;
  }
  const unsigned n = team_.size();
  const unsigned start = self.random().below(n);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned victim = start + i < n ? start + i : start + i - n;
    if (victim != self.index()) {
      if (const work stolen = steal_from(self, victim, asking)) {
        return stolen;
      }
    }
  }
  return {};
}

/// Not for tiny siblings: asking for each of them would make the pieces ever smaller.
bool work_stealing::worth_asking_ahead(work stolen) const noexcept {
  return stolen.what() != work::kind::siblings || siblings_.any_worth_ahead();
}

work work_stealing::steal_from(worker& self, unsigned victim, bool asking) {
  queues& theirs = *queues_[victim];
  worker& owner = team_.at(victim);
  team_.threads().spend(self.index(), platform::activity::probe, victim);
  bool lost = false;
  work stolen = theirs.strict.thief_steal(lost);
  if (!stolen) {
    stolen = theirs.loose.thief_steal(lost);
  }
  if (lost) {
    self.counters().owner_note(event::failed_steal);
  }
  if (!stolen) {
    if (asking) {
      owner.any_demand_attention(core::work_wanted);
    }
    return {};
  }
  team_.threads().spend(self.index(), platform::activity::steal, victim);
  self.counters().owner_note(event::steal);
  self.counters().owner_note(event::stolen_tasks, stolen.tasks());
  if (stolen.what() != work::kind::siblings) {
    queues_[self.index()]->patience_ns = 0;
  }
  if (worth_asking_ahead(stolen) && !theirs.strict.any_seems_filled()) {
    // The next thief shall find something at once, even if the owner is in a long stretch by then.
    owner.any_demand_attention(core::work_wanted);
  }
  if (theirs.strict.any_seems_filled() || theirs.loose.any_seems_filled()) {
    team_.any_wake_one();  // there is more where this came from
  }
  return stolen;
}

bool work_stealing::any_has_work() const {
  return std::any_of(queues_.begin(), queues_.end(), [](const auto& q) {
    return q->strict.any_seems_filled() || q->loose.any_seems_filled();
  });
}

}  // namespace nuthatch::scheduling
