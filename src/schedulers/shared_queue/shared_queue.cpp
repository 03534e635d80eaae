// SPDX-License-Identifier: Apache-2.0
#include "schedulers/shared_queue/shared_queue.hpp"

#include <algorithm>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work_item;
using core::worker;

namespace {

// These looks take some microseconds, because the pauses between searches grow.
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

void shared_queue::owner_push(worker& self, lane /*in*/, work_item given) noexcept {
  queue(self).any_post(given, [&] { team_.any_wake_one(self.where()); });
}

work_item shared_queue::owner_peek_newest(worker& /*self*/, lane /*in*/, work_item::kind /*kind*/) {
  return {};
}

bool shared_queue::owner_take_back(worker& /*self*/, lane /*in*/, work_item /*newest*/) {
  return false;
}

void shared_queue::owner_wake_thieves(worker& /*self*/) {}  // owner_push wakes sleepers

core::publish_quota shared_queue::owner_publish_quota(worker& self) {
  const unsigned idle_workers = std::max(core::team::out_of_work_in(self.where()), 1U);
  return {.pieces = idle_workers,
          .siblings = 1,
          .sibling_pieces = idle_workers,
          .keeps_half = false,
          .idle_workers = idle_workers,
          .publish_all_up_to = idle_workers};
}

bool shared_queue::owner_requests_served(worker& self, unsigned given) {
  return given == 0 || team_.has_sleeper_near(self.where());
}

void shared_queue::owner_siblings_ran(worker& /*self*/,
                                      std::uint32_t /*children*/,
                                      std::uint64_t /*ns*/) {}

core::find_result shared_queue::find_work(worker& self, const core::search_state& now) {
  if (const work_item next = take(self)) {
    return {.found = next, .then = {}, .shares_soon = true};
  }
  self.begin_search();
  const core::worker_range reach = team_.reach_of(self.where());
  for (unsigned other = reach.first; other < reach.end; ++other) {
    if (other != self.index()) {
      team_.at(other).any_request(core::work_wanted);
    }
  }
  return {
      .found = {},
      .then = now.step < looks_before_sleep ? core::idle_action::spin : core::idle_action::sleep};
}

/// Takes the oldest item of the worker's place; then of other places, if that is allowed; then what
/// only this worker may take.
work_item shared_queue::take(worker& self) {
  for (unsigned i = 0; i < (team_.crosses_places() ? team_.places() : 1); ++i) {
    const unsigned place = (self.where().index + i) % team_.places();
    // Work that was sent to the place goes first, because the queue might never become empty.
    work_item next = team_.place_at(place).mail.any_take();
    if (!next) {
      next = queues_[place]->any_take();
    }
    if (next) {
      if (i == 0) {
        self.note_steal(self.index(), next.tasks());  // the queue does not store the item's origin
      } else {
        self.counters().owner_note(trace::event::cross_place_steal);
        self.counters().owner_note(trace::event::stolen_tasks, next.tasks());
      }
      return next;
    }
  }
  return self.inbox().any_take();
}

work_item shared_queue::take_continuation(worker& self) {
  return queue(self).any_take_continuation();
}

bool shared_queue::has_work_for(const worker& self) const {
  return queues_[self.where().index]->any_nonempty() ||
         (team_.crosses_places() &&
          std::ranges::any_of(queues_, [](const auto& other) { return other->any_nonempty(); }));
}

}  // namespace nuthatch::scheduling
