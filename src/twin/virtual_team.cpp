// SPDX-License-Identifier: Apache-2.0
#include "twin/virtual_team.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "base/capacity.hpp"
#include "platform/memory.hpp"
#include "platform/parker.hpp"

namespace nuthatch::twin {

namespace {

using platform::activity;

// A worker's own stack carries its loop and the scheduler's search, but no task.
constexpr std::size_t own_stack_size = std::size_t{256} << 10;

// In teams of up to this size, every look at another worker is a separate turn. The number of
// looks is the square of the number of workers, and a turn costs some cache misses. So in larger
// teams, each worker has as many turns per round as in a team of this size. With 4096 workers, 16
// looks pass in one turn, 80 ns.
constexpr unsigned one_look_at_once = 256;

// The limit of a pause, in steps.
constexpr unsigned max_doublings = 6;

// The newest team, by which its members begin. The address of the variable identifies the thread.
thread_local virtual_team* here = nullptr;

}  // namespace

virtual_team::virtual_team(unsigned workers,
                           const std::vector<unsigned>& cpus,
                           const machine_model& on,
                           const costs& of,
                           std::unique_ptr<turns> order,
                           holding_up held_up)
    : machine_(on),
      costs_(of),
      turns_(std::move(order)),
      creator_thread_(&here),
      looks_at_once_((workers + one_look_at_once - 1) / one_look_at_once),
      members_(workers + std::size_t{1}),
      creator_(workers),
      running_(workers),
      held_up_(std::move(held_up)) {
  members_[creator_].is = state::running;
  for (unsigned index = 0; index <= workers; ++index) {
    members_[index].cpu = cpus.empty() ? machine_.cpu_of(index) : cpus[index % cpus.size()];
  }
}

virtual_team::~virtual_team() {
  virtual_team::join_all();
  here = here == this ? nullptr : here;
  for (member& one : members_) {
    if (one.memory != nullptr) {
      if (one.is != state::fresh) {  // start() may have run out of memory before
        forget(one.as);
      }
      platform::release(one.memory, own_stack_size);
    }
  }
}

unsigned virtual_team::size() const noexcept {
  return creator_;
}

std::optional<unsigned> virtual_team::cpu(unsigned index) const {
  return members_[index].cpu;
}

void virtual_team::start(platform::worker_body body) {
  NUTHATCH_CHECK(members_[0].is == state::fresh, "the team was started before");
  for (unsigned index = 0; index < size(); ++index) {
    member& one = members_[index];
    one.memory = platform::reserve(own_stack_size);
    const std::size_t guard = platform::page_size();
    platform::commit(one.memory + guard, own_stack_size - guard);
  }
  body_ = std::move(body);
  alive_ = size();
  here = this;
  order_lives();
  for (unsigned index = 0; index < size(); ++index) {
    const platform::stack_bounds own = own_stack(index);
    prepare(members_[index].as, own.lowest, own.highest, run_member);
    make_ready(index);
  }
}

/// The life of a worker, on its own stack.
void virtual_team::run_member(detail::worker* /*nobody*/) {
  virtual_team& team = *here;
  const unsigned index = team.running_;
  arrive_first(team.members_[index].as, team.members_[team.interrupted_].as);
  team.order_lives();
  team.body_(index);
  team.order_lives();
  team.members_[index].is = state::ended;
  if (--team.alive_ == 0) {
    team.wake(team.creator_, team.members_[index].now_ns);
  }
  team.switch_to_next();
  NUTHATCH_CHECK(false, "a worker that has ended was gone on with");
}

void virtual_team::join_all() {
  while (alive_ > 0) {
    wait_for_token(creator_);
  }
  order_lives();
}

/// Orders what happened before start() before the members' lives, and these before what follows
/// join_all().
void virtual_team::order_lives() noexcept {
  lives_.fetch_add(1, detail::memory_order_acq_rel);
}

platform::stack_bounds virtual_team::own_stack(unsigned index) const {
  std::byte* const memory = members_[index].memory;
  return {memory + platform::page_size(), memory + own_stack_size};
}

// ---- time ----

std::uint64_t virtual_team::now_ns() const noexcept {
  return members_[running_].now_ns;
}

std::uint64_t virtual_team::cost_of(unsigned index, activity what, unsigned other) const {
  const auto line_ns = [&] {
    const nearness far = machine_.between(members_[index].cpu, members_[other].cpu);
    return costs_.line_ns[static_cast<std::size_t>(far)];
  };
  switch (what) {
    case activity::spawn:
      return costs_.spawn_ns;
    case activity::publish:
      return costs_.publish_ns;
    case activity::probe:
      return costs_.probe_ns;
    case activity::steal:
      return costs_.lines_per_steal * line_ns();
    case activity::message:
      return line_ns();
    case activity::fence:
      return costs_.fence_ns;
    case activity::resume:
      break;
  }
  return costs_.resume_ns;
}

void virtual_team::spend(unsigned index, activity what, unsigned other) {
  const std::uint64_t ns = cost_of(index, what, other);
  if (what == activity::probe && ++members_[index].looks % looks_at_once_ != 0) {
    ++events_;
    members_[index].now_ns += ns;  // V4
  } else {
    pass_time(index, ns);
  }
}

bool virtual_team::use_alone(unsigned index, platform::used_alone& what) {
  const std::uint64_t arrived_ns = members_[index].now_ns;
  const std::uint64_t begins_ns = std::max(arrived_ns, what.free_at_ns);
  const std::uint64_t line_ns =
      what.last_user == index ? 0 : cost_of(index, activity::message, what.last_user);
  what.free_at_ns = begins_ns + costs_.publish_ns + line_ns;
  what.last_user = index;
  pass_time(index, what.free_at_ns - arrived_ns);
  return begins_ns > arrived_ns;
}

void virtual_team::spend_ns(unsigned index, std::uint64_t ns) {
  charged_ns_ += ns;
  pass_time(index, ns);
}

void virtual_team::relax(unsigned index, unsigned step) {
  pass_time(index, costs_.pause_ns << std::min(step, max_doublings));
}

void virtual_team::doze(unsigned index, unsigned step) {
  constexpr unsigned max_dozing = 14;
  pass_time_of_others(index, costs_.pause_ns << std::min(step, max_dozing));
}

void virtual_team::let_others(unsigned index, unsigned step) {
  pass_time_of_others(index, costs_.pause_ns << std::min(step, max_doublings));
}

/// The same as pass_time; but where interleavings are explored, the others run, however long that
/// takes.
void virtual_team::pass_time_of_others(unsigned index, std::uint64_t ns) {
  constexpr bool by_time = base::capacity(/*usual=*/true, /*small=*/false);
  if constexpr (by_time) {
    pass_time(index, ns);
    return;
  }
  ++events_;
  if (const std::optional<unsigned> next = turns_->take()) {
    make_ready(index);
    go_on_with(*next);
  }
}

std::uint64_t virtual_team::search_ns() const noexcept {
  return costs_.search_ns;
}

/// There is nothing to do, since only one worker runs at a time; but a build that explores memory
/// accesses does not see that they are in order.
bool virtual_team::can_fence_all() const noexcept {
  return base::capacity(/*usual=*/true, /*small=*/false);
}

void virtual_team::fence_all(unsigned index) {
  spend(index, platform::activity::fence, index);
}

std::uint64_t virtual_team::fence_ns() const noexcept {
  return costs_.fence_ns;
}

bool virtual_team::wait_a_little(unsigned index, unsigned /*looks*/) {
  pass_time(index, costs_.patience_ns);
  return false;  // one long pause, because each is an event
}

void virtual_team::pass_time(unsigned index, std::uint64_t ns) {
  NUTHATCH_ASSERT(index == running_, "a worker spends time that does not run");
  ++events_;
  const member& self = members_[index];
  advance(index, self.now_ns + ns);
  const bool passes_timer = !timers_.empty() && timers_.begin()->at_ns < self.now_ns;
  if (passes_timer || !turns_->goes_on(index, self.now_ns)) {
    make_ready(index);
    switch_to_next();
  }
}

/// Sets when a worker resumes at the earliest.
void virtual_team::advance(unsigned index, std::uint64_t to_ns) {
  members_[index].now_ns = held_up_ && index != creator_ ? held_up_(index, to_ns) : to_ns;
}

void virtual_team::make_ready(unsigned index) {
  members_[index].is = state::ready;
  turns_->add(index, members_[index].now_ns);
}

void virtual_team::interrupt() {
  if (alive_ > 0) {
    pass_time(running_, 0);
  }
}

void virtual_team::block() {
  ++events_;
  members_[running_].is = state::blocked;
  blocked_.push_back(running_);
  switch_to_next();
}

void virtual_team::unblock() {
  for (const unsigned index : std::exchange(blocked_, {})) {
    make_ready(index);
  }
}

virtual_team* virtual_team::of_this_thread() noexcept {
  return here;
}

// ---- waiting ----

void virtual_team::park(unsigned index) {
  NUTHATCH_ASSERT(index == running_, "a worker parks that does not run");
  wait_for_token(index);
}

bool virtual_team::park_until(unsigned index, std::uint64_t until_ns) {
  NUTHATCH_ASSERT(index == running_, "a worker parks that does not run");
  ++events_;
  member& self = members_[index];
  if (self.token.exchange(/*value=*/false, detail::memory_order_acquire)) {
    return true;
  }
  self.is = state::waiting;
  self.timer_ns = std::max(until_ns, self.now_ns);
  timers_.insert({*self.timer_ns, index});
  switch_to_next();
  return self.token.exchange(/*value=*/false, detail::memory_order_acquire);
}

void virtual_team::wait_for_token(unsigned index) {
  ++events_;
  member& self = members_[index];
  if (!self.token.exchange(/*value=*/false, detail::memory_order_acquire)) {
    self.is = state::waiting;
    switch_to_next();
    self.token.exchange(/*value=*/false, detail::memory_order_acquire);
  }
}

void virtual_team::unpark(unsigned index) {
  check_thread();
  member& self = members_[running_];
  self.now_ns += costs_.wake_call_ns;
  wake(index, self.now_ns + costs_.wake_ns);
}

void virtual_team::wake(unsigned index, std::uint64_t at_ns) {
  member& sleeper = members_[index];
  sleeper.token.exchange(/*value=*/true, detail::memory_order_release);
  if (sleeper.is == state::waiting) {
    if (sleeper.timer_ns) {
      timers_.erase({*sleeper.timer_ns, index});
      sleeper.timer_ns.reset();
    }
    advance(index, std::max(sleeper.now_ns, at_ns));
    make_ready(index);
  }
}

void virtual_team::foreign_park(platform::parker& own) {
  check_thread();
  NUTHATCH_CHECK(running_ == creator_, "only the thread that made a virtual team can wait for it");
  while (!own.owner_park_for(0)) {
    wait_for_token(creator_);
  }
}

void virtual_team::foreign_unpark(platform::parker& sleeper) {
  check_thread();
  sleeper.any_unpark();
  wake(creator_, members_[running_].now_ns);
}

// ---- handing over ----

/// Returns the next ready actor, including those whose timers have expired.
std::optional<unsigned> virtual_team::take_next() {
  for (;;) {
    const std::optional<unsigned> next = turns_->take();
    if (timers_.empty() || (next && members_[*next].now_ns <= timers_.begin()->at_ns)) {
      return next;
    }
    const timer first = *timers_.begin();
    timers_.erase(timers_.begin());
    members_[first.of].timer_ns.reset();
    advance(first.of, first.at_ns);
    make_ready(first.of);
    if (next) {
      turns_->add(*next, members_[*next].now_ns);
    }
  }
}

void virtual_team::switch_to_next() {
  const std::optional<unsigned> next = take_next();
  NUTHATCH_CHECK(next.has_value(),
                 "deadlock: every virtual worker waits, and so does the thread that made them");
  go_on_with(*next);
}

void virtual_team::go_on_with(unsigned next) {
  const unsigned before = std::exchange(running_, next);
  members_[next].is = state::running;
  if (next == before) {
    return;
  }
  interrupted_ = before;
  here = this;
  switch_actor(members_[before].as, members_[next].as);
}

void virtual_team::check_thread() const {
  NUTHATCH_CHECK(&here == creator_thread_, "a virtual team serves only the thread that made it");
}

}  // namespace nuthatch::twin
