// SPDX-License-Identifier: Apache-2.0
#include "schedulers/channel/channel_scheduler.hpp"

#include <algorithm>

#include "base/capacity.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "schedulers/channel/limits.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work_item;
using core::worker;
using trace::event;

namespace {

// The maximal number of idle workers for which work is prepared at a time: sleepers are woken one
// after the other.
constexpr unsigned max_for_sleepers = 8;

// The maximal number of children of a scope in one answer of steal-half. Finding them takes a walk
// over as many, a few nanoseconds each.
constexpr std::uint32_t max_siblings_of_half = 256;

// Requests that wait in an inbox. Each thief has one, but may leave withdrawn ones behind; with
// more thieves than that, a sender finds the inbox full and tries another one.
constexpr auto max_requests = base::capacity<std::uint32_t>(128, 2);

}  // namespace

channel_scheduler::channel_scheduler(core::team& of) : team_(of), termination_(of.size()) {
  for (unsigned i = 0; i < of.size(); ++i) {
    endpoints_.push_back(
        std::make_unique<endpoint>(of.threads(), i, std::min(2 * of.size(), max_requests)));
    endpoints_.back()->last_victim = i;
  }
}

std::unique_ptr<core::scheduler> channel_scheduler::make(core::team& of) {
  return std::make_unique<channel_scheduler>(of);
}

endpoint& channel_scheduler::of(const worker& self) noexcept {
  return *endpoints_[self.index()];
}

void channel_scheduler::owner_push(worker& self, lane in, work_item given) noexcept {
  worker_deques& deques = of(self).deques;
  const bool has_room = in == lane::stack_chain ? deques.owner_push_stack_chain(given)
                                                : deques.owner_push_off_chain(given);
  if (!has_room) {
    team_.any_inject(given, self.where());
  } else if (in == lane::off_chain) {
    owner_wake_thieves(self);
  }
}

work_item channel_scheduler::owner_peek_newest(worker& self, lane in, work_item::kind /*kind*/) {
  worker_deques& deques = of(self).deques;
  return in == lane::stack_chain ? deques.owner_peek_newest_stack_chain()
                                 : deques.owner_peek_newest_off_chain();
}

bool channel_scheduler::owner_take_back(worker& self, lane in, work_item wanted) {
  worker_deques& deques = of(self).deques;
  return in == lane::stack_chain ? deques.owner_take_stack_chain(wanted)
                                 : deques.owner_take_off_chain(wanted);
}

void channel_scheduler::owner_wake_thieves(worker& self) {
  // Work is not sent to a sleeper: until that is awake, the owner may need to take the work back.
  if (of(self).deques.any_likely_nonempty()) {
    team_.any_wake_one(self.where());
  }
}

core::publish_quota channel_scheduler::owner_publish_quota(worker& self) {
  endpoint& mine = of(self);
  receive_work(self, mine);  // what came ahead of time is for other workers, too
  take_requests(self, mine);
  const auto for_thieves = static_cast<unsigned>(mine.held.size());
  // One item more is for the next thief, so that it finds a victim that is known to have work.
  const unsigned wanted =
      for_thieves + std::clamp(self.where().asleep.any_count(), 1U, max_for_sleepers);
  const auto missing =
      static_cast<unsigned>(wanted - std::min<std::size_t>(mine.deques.owner_size(), wanted - 1));
  const bool half =
      std::any_of(mine.held.begin(), mine.held.end(), [](const steal_request& request) {
        return request.wanted == steal_amount::half;
      });
  const unsigned idle_workers = team_.out_of_work_in(self.where());
  const steal_amount configured = team_.configuration().channel_steal_amount;
  if (half && (configured == steal_amount::half || siblings_.worth_publishing_early())) {
    return {.pieces = missing,
            .siblings = max_siblings_of_half,
            .sibling_pieces = missing,
            .idle_workers = std::max(idle_workers, 1U),
            .publish_all_up_to = siblings_.few_for(idle_workers)};
  }
  return {.pieces = missing,
          .siblings = configured == steal_amount::one ? 1 : siblings_.siblings_per_item(),
          .sibling_pieces = siblings_.pieces_for(missing, team_.size()),
          .idle_workers = std::max(idle_workers, 1U),
          .publish_all_up_to = siblings_.few_for(idle_workers)};
}

bool channel_scheduler::owner_requests_served(worker& self, unsigned given) {
  endpoint& mine = of(self);
  const std::size_t answered = settle(self, mine, given);
  if (answered > 0) {
    self.counters().owner_note(event::poll_hit);
  }
  return still_owes(self, mine, answered);
}

bool channel_scheduler::still_owes(worker& self, endpoint& mine, std::size_t answered) noexcept {
  if (!mine.is_open || team_.has_sleeper_near(self.where())) {
    return true;
  }
  // Some searching workers may not have sent a request yet.
  const std::size_t there = mine.deques.owner_size() + answered;
  const std::uint32_t searching = self.where().asleep.searching();
  // If children need not be tiny, each searching worker gets some.
  if (self.published_siblings()) {
    return !siblings_.siblings_are_short() && there < searching;
  }
  return there < std::min(searching, max_for_sleepers) && self.may_request_from_self();
}

void channel_scheduler::owner_siblings_ran(worker& self, std::uint32_t children, std::uint64_t ns) {
  std::uint64_t& patience_ns = of(self).patience_ns;
  patience_ns = siblings_.any_note(children, ns, patience_ns);
}

bool channel_scheduler::has_work_for(const worker& /*self*/) const {
  // Work in worker deques can be stolen directly. All other workers have been sent requests, and
  // wake a sleeper in time.
  return std::any_of(endpoints_.begin(), endpoints_.end(), [](const auto& each) {
    return each->deques.any_likely_nonempty();
  });
}

}  // namespace nuthatch::scheduling
