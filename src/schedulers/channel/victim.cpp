// SPDX-License-Identifier: Apache-2.0

// The victim's part of the scheduler `channel`: incoming requests, and their handling.

#include <cstddef>
#include <span>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "schedulers/channel/channel_scheduler.hpp"

namespace nuthatch::scheduling {

using core::work_item;
using core::worker;
using platform::activity;
using trace::event;

/// Moves the contents of the inbox to `held`. A request of the worker itself has come back from all
/// others.
void channel_scheduler::take_requests(worker& self, endpoint& mine) noexcept {
  mine.looked_ns.store(team_.threads().now_ns(), detail::memory_order_relaxed);
  steal_request request;
  while (mine.held.size() < mine.inbox.capacity() && mine.inbox.receiver_receive(request)) {
    if (request.thief == self.index()) {
      take_back_request(mine, request);
    } else {
      mine.held.push_back(request);
    }
  }
}

/// Answers requests, and declines those for which nothing is left. Returns how many were answered.
std::size_t channel_scheduler::settle(worker& self, endpoint& mine, unsigned given) {
  const std::size_t answered = answer_requests(self, mine);
  decline_all(self, mine);
  const bool left = mine.deques.owner_renew_hint();
  mine.set_open(given > 0 || answered > 0 || left);
  owner_wake_thieves(self);
  return answered;
}

/// Answers requests with the available work, in the order in which they came; `held` keeps those
/// for which there was nothing. Returns how many were answered.
std::size_t channel_scheduler::answer_requests(worker& self, endpoint& mine) noexcept {
  std::size_t answered = 0;
  std::size_t done = 0;
  for (; done < mine.held.size(); ++done) {
    const steal_request& request = mine.held[done];
    request_state& state = request.to->request();
    if (!state.any_claim(request.number)) {
      continue;  // withdrawn
    }
    work_batch answer;
    const std::size_t count =
        mine.deques.owner_take_share(request.wanted == steal_amount::half, answer);
    if (count == 0) {
      state.any_leave(request.number);
      break;
    }
    send_answer(self, request, {answer.data(), count});
    ++answered;
  }
  mine.held.erase(mine.held.begin(), mine.held.begin() + static_cast<std::ptrdiff_t>(done));
  return answered;
}

/// Sends an answer to a thief whose request was claimed.
void channel_scheduler::send_answer(worker& self,
                                    const steal_request& request,
                                    std::span<const work_item> answer) noexcept {
  const std::uint64_t now_ns = team_.threads().now_ns();
  auto left = static_cast<std::uint32_t>(answer.size());
  std::uint64_t tasks = 0;
  for (const work_item each : answer) {
    const std::uint32_t in_this = each.tasks();  // read before other workers can take it
    tasks += in_this;
    request.to->claimer_send({each, --left, self.index(), in_this, now_ns});
  }
  self.counters().owner_note(event::request_answered);
  self.counters().owner_note(trace::answer_of(tasks));
  team_.threads().spend(self.index(), activity::message, request.thief);
  if (!request.idle) {
    team_.any_wake_one_ordered(
        self.where());  // the thief may stay busy for long; others can steal it directly there
  }
}

void channel_scheduler::decline_all(worker& self, endpoint& mine) noexcept {
  for (const steal_request& request : mine.held) {
    decline(self, request);
  }
  mine.held.clear();
}

/// Sends a request for which nothing is left to the next victim, or back to its thief.
void channel_scheduler::decline(worker& self, steal_request request) noexcept {
  if (!request.to->request().waits(request.number)) {
    return;  // withdrawn
  }
  self.counters().owner_note(event::request_declined);
  if (send_on(self, request)) {
    self.counters().owner_note(event::request_forwarded);
  } else if (endpoints_[request.thief]->inbox.any_send(request)) {
    // A thief whose inbox has no room for it withdraws its request in time.
    self.counters().owner_note(event::request_returned);
    team_.threads().spend(self.index(), activity::message, request.thief);
  }
}

/// Sends a request to the next victim that is open and has room. Returns false if there is none.
bool channel_scheduler::send_on(worker& self, steal_request& request) noexcept {
  while (request.tried + 1 < team_.size()) {
    const std::uint32_t victim = request.take_victim(team_.size());
    endpoint& theirs = *endpoints_[victim];
    if (victim != self.index() && theirs.inbox.any_is_open() && theirs.inbox.any_send(request)) {
      team_.at(victim).any_request_ordered(core::work_wanted);
      team_.threads().spend(self.index(), activity::message, victim);
      return true;
    }
  }
  return false;
}

}  // namespace nuthatch::scheduling
