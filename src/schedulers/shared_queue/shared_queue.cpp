// SPDX-License-Identifier: Apache-2.0
#include "schedulers/shared_queue/shared_queue.hpp"

#include <algorithm>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work;
using core::worker;

namespace {

// Some microseconds, as the pauses between looks get longer.
constexpr auto looks_before_sleep = base::capacity<unsigned>(64, 2);

}  // namespace

shared_queue::shared_queue(core::team& of) : team_(of) {
  for (unsigned place = 0; place < of.places(); ++place) {
    queues_.push_back(std::make_unique<core::mailbox>());
  }
}

std::unique_ptr<core::scheduler> shared_queue::make(core::team& of) {
  return std::make_unique<shared_queue>(of);
}

core::mailbox& shared_queue::queue(const worker& self) noexcept {
  return *queues_[self.where().index];
}

void shared_queue::owner_put(worker& self, lane /*in*/, work given) noexcept {
  queue(self).any_post(given, [&] { team_.any_wake_one(self.where()); });
}

work shared_queue::owner_newest(worker& /*self*/, lane /*in*/, work::kind /*kind*/) {
  return {};
}

bool shared_queue::owner_take_back(worker& /*self*/, lane /*in*/, work /*newest*/) {
  return false;
}

void shared_queue::owner_offer(worker& /*self*/) {}  // owner_put wakes who sleeps

core::demand shared_queue::owner_wanted(worker& self) {
  const unsigned takers = std::max(core::team::out_of_work_in(self.where()), 1U);
  return {.pieces = takers,
          .siblings = 1,
          .sibling_pieces = takers,
          .keeps_half = false,
          .takers = takers,
          .few_siblings = takers};
}

bool shared_queue::owner_settle(worker& self, unsigned given) {
  return given == 0 || team_.has_sleeper_near(self.where());
}

void shared_queue::owner_ran(worker& /*self*/, std::uint32_t /*children*/, std::uint64_t /*ns*/) {}

core::look_result shared_queue::look(worker& self, const core::search& now) {
  if (const work next = take(self)) {
    return {.found = next, .then = {}, .spreads = true};
  }
  self.begin_search();
  const core::worker_range reach = team_.reach_of(self.where());
  for (unsigned other = reach.first; other < reach.end; ++other) {
    if (other != self.index()) {
      team_.at(other).any_demand_attention(core::work_wanted);
    }
  }
  return {.found = {},
          .then = now.step < looks_before_sleep ? core::pause::relax : core::pause::sleep};
}

/// The oldest of the worker's place; then of the others, where that is allowed; then what is for
/// this worker alone.
work shared_queue::take(worker& self) {
  for (unsigned i = 0; i < (team_.crosses_places() ? team_.places() : 1); ++i) {
    const unsigned place = (self.where().index + i) % team_.places();
    // What was sent to the place goes first: the queue need never become empty.
    work next = team_.place_at(place).mail.any_take();
    if (!next) {
      next = queues_[place]->any_take();
    }
    if (next) {
      if (i == 0) {
        self.note_steal(self.index(), next.tasks());  // whose it was, the queue does not know
      } else {
        self.counters().owner_note(trace::event::cross_place_steal);
        self.counters().owner_note(trace::event::stolen_tasks, next.tasks());
      }
      return next;
    }
  }
  return self.inbox().any_take();
}

work shared_queue::take_waited(worker& self) {
  return queue(self).any_take_waited();
}

bool shared_queue::has_work_for(const worker& self) const {
  return queues_[self.where().index]->any_filled() ||
         (team_.crosses_places() &&
          std::ranges::any_of(queues_, [](const auto& other) { return other->any_filled(); }));
}

}  // namespace nuthatch::scheduling
