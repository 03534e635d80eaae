// SPDX-License-Identifier: Apache-2.0

// The thief's part of the scheduler `channel`: searching for work, requesting it, and sleeping.

#include <algorithm>
#include <numeric>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "schedulers/channel/channel_scheduler.hpp"
#include "schedulers/channel/limits.hpp"
#include "schedulers/fairness.hpp"

namespace nuthatch::scheduling {

using core::work_item;
using core::worker;
using platform::activity;
using trace::event;
using phase = request_state::phase;

namespace {

// How long a thief waits, after a request came back, before it sends the next one; doubled each
// time, up to `max_doublings` times.
constexpr std::uint64_t backoff_ns = 1'000;
constexpr std::uint32_t max_doublings = 6;

}  // namespace

/// Returns whether the work probably does not divide any more. Then it pays to have the next item
/// ready. Work that divides keeps its thief, and others, busy.
bool channel_scheduler::is_flat(work_item next) const noexcept {
  return next.what() == work_item::kind::task ||
         (next.what() == work_item::kind::siblings && siblings_.worth_publishing_early());
}

core::find_result channel_scheduler::find_work(worker& self, const core::search_state& now) {
  endpoint& mine = of(self);
  if (now.step == 0) {
    if (now.slept) {
      if (sleeps_on(self)) {
        return {.found = {}, .then = core::idle_action::sleep};
      }
      wake_up(self, mine);
    } else if (const work_item own = take_own(self, mine)) {
      return found(self, mine, own);
    } else {
      self.begin_search();
      begin_to_look(mine);
    }
  }
  const work_item received = look_around(self, mine);
  const std::uint64_t now_ns = team_.threads().now_ns();
  if (const work_item next = received ? received : get_work(self, mine, now_ns)) {
    self.counters().owner_note(event::waited_ns, now_ns - mine.since_ns);
    mine.record.note_begin(now_ns);
    begin(self, mine);
    return found(self, mine, next);
  }
  return {.found = {}, .then = pause_for(self, mine, now_ns)};
}

/// Sends a request ahead of time if that pays.
core::find_result channel_scheduler::found(worker& self, endpoint& mine, work_item next) {
  if (is_flat(next) && mine.deques.request().thief_phase() == phase::none &&
      mine.record.worth_asking_early() && mine.deques.owner_size() == 0 &&
      others_are_open(self.index())) {
    ask(self, mine, /*idle=*/false);
  }
  return {
      .found = next,
      .then = {},
      .shares_soon = next.what() != work_item::kind::siblings || !siblings_.siblings_are_short()};
}

work_item channel_scheduler::take_own(worker& self, endpoint& mine) {
  work_item next = ++mine.acquisitions % fairness == 0 ? take_waiting(self, mine) : work_item();
  if (!next) {
    next = mine.deques.owner_take_newest();
  }
  if (next && self.take_request(core::work_wanted)) {
    take_requests(self, mine);
    if (still_owes(self, mine, settle(self, mine, 0))) {
      self.any_request(core::work_wanted);
    }
  }
  return next;
}

/// Takes work that newer work would otherwise delay forever: injected work, and the oldest that is
/// bound to no stack.
work_item channel_scheduler::take_waiting(worker& self, endpoint& mine) noexcept {
  const work_item injected = self.where().mail.any_take();
  return injected ? injected : mine.deques.owner_take_oldest_off_chain();
}

/// Puts the work items of an answer into the worker's own deques.
void channel_scheduler::receive_work(worker& self, endpoint& mine) noexcept {
  task_message got;
  bool has_room = true;
  while (mine.deques.owner_receive(got, has_room)) {
    if (!has_room) {
      team_.any_inject(got.what, self.where());
    }
    if (got.left == 0) {
      note_success(mine, got.victim, got.sent_ns);
    }
    note_stolen(self, mine, got.what.what(), got.tasks, got.victim);
  }
}

void channel_scheduler::note_success(endpoint& mine,
                                     unsigned victim,
                                     std::uint64_t now_ns) noexcept {
  mine.record.note_answer(mine.asked_ns, now_ns);
  mine.last_victim = victim;
  mine.failures = 0;
}

/// Notes that a work item of `victim` now belongs to this worker, or already to another one.
void channel_scheduler::note_stolen(worker& self,
                                    endpoint& mine,
                                    work_item::kind what,
                                    std::uint32_t tasks,
                                    unsigned victim) noexcept {
  self.note_steal(victim, tasks);
  if (what != work_item::kind::siblings) {
    mine.patience_ns = 0;
  }
  team_.threads().spend(self.index(), activity::steal, victim);
}

/// The worker has no work of its own any more.
void channel_scheduler::begin_to_look(endpoint& mine) {
  mine.since_ns = team_.threads().now_ns();
  mine.record.note_end(mine.since_ns);
  mine.ask_from_ns = mine.since_ns + mine.patience_ns;
  mine.set_open(/*open=*/false);
  mine.deques.owner_renew_hint();
}

/// Returns what to do until the next search.
core::idle_action channel_scheduler::pause_for(worker& self, endpoint& mine, std::uint64_t now_ns) {
  if (mine.deques.request().thief_phase() == phase::claimed) {
    return core::idle_action::yield_to_peers;
  }
  if (now_ns - mine.since_ns < team_.threads().search_ns() || any_nonempty(self) != no_worker) {
    return core::idle_action::spin;
  }
  self.counters().owner_note(event::waited_ns, now_ns - mine.since_ns);
  forget_failures(mine, now_ns);
  if (!withdraw(mine)) {
    return core::idle_action::spin;
  }
  begin_to_sleep(self, mine);
  return core::idle_action::sleep;
}

/// The worker has searched for long, or slept: what comes now may be of another kind.
void channel_scheduler::forget_failures(endpoint& mine, std::uint64_t now_ns) noexcept {
  mine.since_ns = now_ns;
  mine.patience_ns = 0;
  mine.ask_from_ns = 0;
  mine.failures = 0;
}

/// The thief has work now, which may keep it busy for long.
void channel_scheduler::begin(worker& self, endpoint& mine) {
  // If it found injected work, the answer to its pending request would be hidden in its channel
  // from workers that go to sleep now.
  end_request(self, mine);
  mine.set_open(/*open=*/true);
  // Injected work: perhaps this worker was woken for that.
  if (mine.deques.owner_size() > 0 || self.where().mail.any_nonempty() ||
      any_nonempty(self) != no_worker) {
    team_.any_wake_one(self.where());
  }
}

/// Withdraws the request, or receives the answer if there is one.
void channel_scheduler::end_request(worker& self, endpoint& mine) {
  for (unsigned step = 0; !withdraw(mine); ++step) {
    receive_work(self, mine);
    team_.threads().let_others(self.index(), step);
  }
}

work_item channel_scheduler::take_continuation(worker& self) {
  endpoint& mine = of(self);
  end_request(self, mine);
  take_requests(self, mine);
  decline_all(self, mine);
  if (const work_item own = mine.deques.owner_take_continuation()) {
    return own;
  }
  for (unsigned victim = 0; victim < team_.size(); ++victim) {
    if (victim == self.index() || !endpoints_[victim]->deques.any_likely_nonempty()) {
      continue;
    }
    if (const work_item stolen =
            endpoints_[victim]->deques.thief_steal_continuation_directly(self.index())) {
      self.counters().owner_note(event::direct_steal);
      note_stolen(self, mine, work_item::kind::continuation, 1, victim);
      return stolen;
    }
  }
  return {};
}

/// Checks everything that may have arrived.
work_item channel_scheduler::look_around(worker& self, endpoint& mine) {
  receive_work(self, mine);
  if (const work_item own = mine.deques.owner_take_newest()) {
    return own;
  }
  if (const work_item injected = self.where().mail.any_take()) {
    return injected;
  }
  if (const work_item sent = self.inbox().any_take()) {
    return sent;
  }
  take_requests(self, mine);
  decline_all(self, mine);
  if (self.index() == manager) {
    manage(self);
  }
  return {};
}

/// Ensures that a request is on its way, if there is a worker to send it to. Steals directly from a
/// victim that has work, but has not checked its requests for as long as a direct steal takes.
work_item channel_scheduler::get_work(worker& self, endpoint& mine, std::uint64_t now_ns) {
  const phase now = mine.deques.request().thief_phase();
  if (now == phase::none && now_ns >= mine.ask_from_ns && others_are_open(self.index())) {
    ask(self, mine, /*idle=*/true);
  }
  const unsigned filled = now == phase::claimed ? no_worker : any_nonempty(self);
  if (filled == no_worker || has_looked_since(filled, now_ns - team_.threads().fence_ns()) ||
      !withdraw(mine)) {
    return {};
  }
  return steal_directly(self, mine, filled);
}

bool channel_scheduler::has_looked_since(unsigned victim, std::uint64_t then_ns) const noexcept {
  const std::uint64_t looked_ns =
      endpoints_[victim]->looked_ns.load(detail::memory_order_relaxed);  // a hint
  return static_cast<std::int64_t>(looked_ns - then_ns) >= 0;
}

/// Withdraws the request. Returns false if it is too late, and an answer will come.
bool channel_scheduler::withdraw(endpoint& mine) noexcept {
  request_state& request = mine.deques.request();
  return request.thief_withdraw() || request.thief_phase() == phase::none;
}

/// Returns a worker that seems to have work in its deques, searching from a random one on.
unsigned channel_scheduler::any_nonempty(worker& self) const noexcept {
  const unsigned others = team_.size() - 1;
  const unsigned start = self.random().below(others);
  for (unsigned i = 0; i < others; ++i) {
    const unsigned offset = start + i < others ? start + i : start + i - others;
    const unsigned victim = (self.index() + 1 + offset) % team_.size();
    if (endpoints_[victim]->deques.any_likely_nonempty()) {
      return victim;
    }
  }
  return no_worker;
}

/// Steals from a victim that has not answered. The oldest item is run at once: in the deques
/// another thief could steal it directly first, and so on.
work_item channel_scheduler::steal_directly(worker& self, endpoint& mine, unsigned victim) {
  work_batch batch;
  const std::size_t count =
      endpoints_[victim]->deques.thief_steal_directly(self.index(), /*half=*/true, batch);
  if (count == 0) {
    team_.threads().let_others(self.index(), 0);  // one of them may be in its section
    return {};
  }
  self.counters().owner_note(event::direct_steal);
  note_success(mine, victim, team_.threads().now_ns());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t tasks = batch[i].tasks();  // read before other workers can take it
    if (i > 0 && !mine.deques.owner_push_off_chain(batch[i])) {
      team_.any_inject(batch[i], self.where());
    }
    note_stolen(self, mine, batch[i].what(), tasks, victim);
  }
  return batch[0];
}

bool channel_scheduler::others_are_open(unsigned self) const noexcept {
  for (unsigned i = 0; i < endpoints_.size(); ++i) {
    if (i != self && endpoints_[i]->inbox.any_is_open()) {
      return true;
    }
  }
  return false;
}

/// Returns the first victim: the worker that answered last, if it has work or no other seems to;
/// otherwise a worker that has; otherwise any.
unsigned channel_scheduler::first_victim(worker& self, const endpoint& mine) const noexcept {
  const unsigned last = mine.last_victim;
  if (last != self.index() && endpoints_[last]->deques.any_likely_nonempty()) {
    return last;
  }
  if (const unsigned filled = any_nonempty(self); filled != no_worker) {
    return filled;
  }
  const bool again =
      last != self.index() && mine.failures == 0 && endpoints_[last]->inbox.any_is_open();
  return again ? last : (self.index() + 1 + self.random().below(team_.size() - 1)) % team_.size();
}

/// Returns how much to request.
steal_amount channel_scheduler::amount(const endpoint& mine) const noexcept {
  const steal_amount wanted = team_.configuration().channel_steal_amount;
  return wanted == steal_amount::adaptive ? mine.record.wanted() : wanted;
}

/// Sends a request, if there is a worker to send it to. After the first victim it travels to the
/// others in a random order.
void channel_scheduler::ask(worker& self, endpoint& mine, bool idle) {
  const std::uint32_t others = team_.size() - 1;
  steal_request request;
  request.to = &mine.deques;
  request.thief = self.index();
  request.number = mine.deques.request().thief_ask();
  request.idle = idle;
  request.wanted = amount(mine);
  const unsigned first = first_victim(self, mine);
  request.first = (first + team_.size() - self.index() - 1) % team_.size();
  do {
    request.stride = 1 + self.random().below(others);
  } while (std::gcd(request.stride, others) != 1);
  mine.asked_ns = team_.threads().now_ns();
  if (send_on(self, request)) {
    self.counters().owner_note(event::request_sent);
  } else {
    mine.ask_from_ns = mine.asked_ns + backoff_ns;
    static_cast<void>(withdraw(mine));
  }
}

/// A request that no worker could answer has come back.
void channel_scheduler::take_back_request(endpoint& mine, const steal_request& back) noexcept {
  if (!mine.deques.request().waits(back.number) || !mine.deques.request().thief_withdraw()) {
    return;  // a newer one is on its way
  }
  const std::uint64_t wait_ns = backoff_ns << std::min(mine.failures, max_doublings);
  mine.ask_from_ns = team_.threads().now_ns() + wait_ns;
  ++mine.failures;
}

/// Requires that no answer is on its way.
void channel_scheduler::begin_to_sleep(worker& self, endpoint& mine) {
  mine.deques.owner_renew_hint();
  if (self.index() == manager) {
    mine.counted_idle = true;
    termination_.manager_note(manager, /*idle=*/true);
    manage(self);
    return;
  }
  mine.counted_idle = termination_.any_reserve();
  if (mine.counted_idle) {
    termination_.any_report(self.index(), /*idle=*/true);
  }
  team_.threads().unpark(manager);
}

/// Returns whether the worker was woken as the manager, only for reports, and has read them.
bool channel_scheduler::sleeps_on(worker& self) {
  if (self.index() != manager || !termination_.manager_has_reports() ||
      others_are_open(self.index()) || self.has_mail()) {
    return false;
  }
  manage(self);
  return true;
}

void channel_scheduler::wake_up(worker& self, endpoint& mine) {
  if (self.index() == manager) {
    termination_.manager_note(manager, /*idle=*/false);
  } else if (mine.counted_idle) {
    termination_.any_report(self.index(), /*idle=*/false);  // TD2: before it sends a request
    self.counters().owner_note(event::idle_update);
  }
  forget_failures(mine, team_.threads().now_ns());
}

void channel_scheduler::manage(worker& self) {
  const bool missed = termination_.manager_missed();
  if (termination_.manager_receive() && !team_.has_mail()) {
    self.counters().owner_note(event::all_idle);
  }
  if (missed) {
    // Only these: a counted worker would report twice more, and might leave no room again.
    for (unsigned i = 0; i < team_.size(); ++i) {
      if (i != manager && !termination_.manager_counts(i)) {
        team_.threads().unpark(i);
      }
    }
  }
}

}  // namespace nuthatch::scheduling
