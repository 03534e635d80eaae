// SPDX-License-Identifier: Apache-2.0
#include "schedulers/shepherd/shepherd_scheduler.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "platform/group_words.hpp"
#include "schedulers/shepherd/grouping.hpp"
#include "schedulers/shepherd/shepherd_options.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work_item;
using core::worker;
using trace::event;

namespace {

// The maximal number of items that are requested from an owner at a time for idle workers.
constexpr unsigned max_idle_workers = 8;

// A steal takes at most half of a queue; this limits that half where no chunk is configured, so
// that there is room for it.
constexpr std::uint32_t max_of_half = 1024;

// Threads attached to a team, those of OpenMP, take so many tasks at a time from a long queue. One
// at a time, a task costs two transfers of the queue's lock between processors; eight cost little
// more than one. Their spawners publish each task, so queues are long; those of other teams keep
// most.
constexpr std::uint32_t max_of_long_queue = 8;

/// Returns 0 if no chunk is configured.
std::uint32_t chunk_in(const std::string& text) {
  return text == half_of_a_queue ? max_of_half : platform::count_in(text).value_or(0);
}

}  // namespace

shepherd_scheduler::shepherd_scheduler(core::team& of, const discipline& by)
    : team_(of),
      by_(by),
      private_tasks_(of.configuration().shepherd_private_tasks),
      virtual_(of.is_virtual()),
      nearest_first_(of.configuration().shepherd_victim_order.empty()
                         ? by.nearest_first
                         : of.configuration().shepherd_victim_order == nearest_victims) {
  form_shepherds();
  for (unsigned i = 0; i < of.size(); ++i) {
    of.at(i).any_request(private_tasks_ == 0 ? core::publish_every_spawn : core::work_wanted);
  }
}

void shepherd_scheduler::form_shepherds() {
  const options& chosen = team_.configuration();
  const std::vector<unsigned> numbers =
      shepherds_of(chosen.shepherds.empty() ? by_.shepherds : std::string_view(chosen.shepherds),
                   team_.size(),
                   team_.topology_of_workers());
  for (unsigned i = 0; i < team_.size(); ++i) {
    if (numbers[i] == shepherds_.size()) {
      shepherds_.push_back(std::make_unique<shepherd>());
      shepherds_.back()->number = numbers[i];
    }
    shepherds_[numbers[i]]->workers.push_back(i);
    members_.push_back(std::make_unique<member>());
    members_.back()->next = numbers[i];
  }
  const std::uint32_t chunk = chunk_in(chosen.shepherd_steal_chunk);
  for (const auto& each : shepherds_) {
    const auto workers = static_cast<std::uint32_t>(each->workers.size());
    for (const unsigned i : each->workers) {
      members_[i]->mine = each.get();
    }
    order_victims(*each);
    each->steal_chunk = chunk == 0 ? workers : chunk;
    each->stolen_batch.resize(chunk == 0 && team_.has_attached_threads()
                                  ? std::max(workers, max_of_long_queue)
                                  : each->steal_chunk);
    each->takes_forks_alone = chunk == 0;
    // If there is only one worker, no other could want the items.
    each->low_water = team_.size() == 1                ? 0
                      : chosen.shepherd_low_water == 0 ? workers
                                                       : chosen.shepherd_low_water;
  }
}

/// Nearest first; equally near ones in the order of their numbers, beginning after its own.
void shepherd_scheduler::order_victims(shepherd& from) {
  const core::worker_topology& where = team_.topology_of_workers();
  std::map<unsigned, std::vector<shepherd*>> by_distance;
  const auto count = static_cast<unsigned>(shepherds_.size());
  for (unsigned i = 1; i < count; ++i) {
    shepherd& other = *shepherds_[(from.number + i) % count];
    by_distance[where.machine().distance(where.cpu_of(from.workers.front()),
                                         where.cpu_of(other.workers.front()))]
        .push_back(&other);
  }
  for (const auto& [distance, equally_near] : by_distance) {
    from.victims.insert(from.victims.end(), equally_near.begin(), equally_near.end());
    from.ends_of_equally_near.push_back(from.victims.size());
  }
}

// ---- a worker's own work ----

/// Returns the shepherd into whose queue a worker puts its next work item.
shepherd& shepherd_scheduler::goes_to(member& from) noexcept {
  if (!by_.round_robin) {
    return *from.mine;
  }
  from.next = from.next + 1 < shepherds_.size() ? from.next + 1 : 0;
  return *shepherds_[from.next];
}

void shepherd_scheduler::owner_push(worker& self, lane in, work_item given) noexcept {
  member& from = of(self);
  shepherd& into = goes_to(from);
  use(self, into);
  const shared_deque::put done = into.queue.any_push(
      given,
      {.by = self.index(),
       .off_chain = in == lane::off_chain,
       .keeps_newer = private_tasks_ != 0 && in == lane::stack_chain && !self.frames.empty()});
  note_wait(self, done);
  if (done.its == 0) {
    team_.any_inject(given, self.where());
    return;
  }
  if (&into == from.mine && !by_.first_in_first_out) {  // otherwise it waits its turn
    own(from, in).add(given, done.its);
  }
  static_cast<void>(wake_for(self, into));
}

/// Wakes a worker that may take from that queue, preferably one of the shepherd. Returns false if
/// none sleeps.
bool shepherd_scheduler::wake_for(worker& self, const shepherd& filled) noexcept {
  return team_.any_wake_one_among(self.where(), [&](unsigned i) { return filled.has(i); }) ||
         (by_.steals && team_.any_wake_one(self.where()));
}

work_item shepherd_scheduler::owner_peek_newest(worker& self, lane in, work_item::kind /*kind*/) {
  self.require_team();  // like the next two: a fork may have happened while the lock was held
  member& mine = of(self);
  own_tickets& there = own(mine, in);
  while (const own_tickets::one* const newest = there.newest()) {
    if (mine.mine->queue.any_has(newest->its)) {
      return newest->what;
    }
    there.drop_newest();
  }
  return {};
}

bool shepherd_scheduler::owner_take_back(worker& self, lane in, work_item wanted) {
  self.require_team();
  member& mine = of(self);
  const shared_deque::ticket its = own(mine, in).take(wanted);
  if (its == 0) {
    return false;
  }
  use(self, *mine.mine);
  return static_cast<bool>(
      note(self, *mine.mine, mine.mine->queue.any_take_back(its, self.index())));
}

work_item shepherd_scheduler::owner_take_child_of(worker& self,
                                                  lane in,
                                                  const detail::join_counter& join) {
  self.require_team();
  member& mine = of(self);
  own_tickets& there = own(mine, in);
  while (const own_tickets::one* const newest = there.newest()) {
    use(self, *mine.mine);
    bool here = false;
    const auto got = mine.mine->queue.any_take_back_if(
        newest->its, self.index(), here, [&](work_item each) { return each.join() == &join; });
    const work_item child = note(self, *mine.mine, got);
    if (child || !here) {
      there.drop_newest();
    }
    if (child || here) {
      return child;
    }
  }
  return {};
}

void shepherd_scheduler::owner_wake_thieves(worker& /*self*/) {}  // owner_push wakes sleepers

/// Has to be called before a queue is used; takes effect only in virtual time.
void shepherd_scheduler::use(worker& self, shepherd& which) noexcept {
  if (virtual_ && team_.threads().use_alone(self.index(), which.use)) {
    self.counters().owner_note(event::queue_wait);
  }
}

void shepherd_scheduler::note_wait(worker& self, shared_deque::use done) noexcept {
  if (done.waited) {
    self.counters().owner_note(event::queue_wait);
  }
}

work_item shepherd_scheduler::note(worker& self,
                                   shepherd& from,
                                   const shared_deque::taken& got) noexcept {
  note_wait(self, got);
  if (got.what) {
    if (got.inverted) {
      self.counters().owner_note(event::inversion);
    }
    if (got.of_other && &from == of(self).mine) {
      self.counters().owner_note(event::shared_take);
    }
    if (private_tasks_ != 0 && from.queue.likely_size() < from.low_water) {
      ask(from);
    }
  }
  return got.what;
}

// ---- requests of other workers ----

/// Sends a request to all workers that could fill a queue with private tasks.
void shepherd_scheduler::ask(const shepherd& filled) noexcept {
  for (const unsigned i : filled.workers) {
    team_.at(i).any_request(core::work_wanted);
  }
}

core::publish_quota shepherd_scheduler::owner_publish_quota(worker& self) {
  const shepherd& mine = *of(self).mine;
  const unsigned idle_workers =
      std::min(core::team::out_of_work_in(self.where()), max_idle_workers);
  if (private_tasks_ == 0) {
    // Applies to what is kept while stacks are scarce. Each item may be one more task that waits on
    // a stack.
    const bool enough = team_.stacks().quarters_in_use() < 3;
    return {.pieces = enough ? idle_workers : 0,
            .siblings = 1,
            .sibling_pieces = idle_workers,
            .keeps_half = false};
  }
  const std::uint32_t there = mine.queue.likely_size();
  // With round robin, workers take only from their own queue. So items in other queues do not serve
  // the workers of this one, and items in this queue do not serve other workers.
  const std::uint32_t for_others = by_.round_robin ? 0 : there;
  const bool some_wait = idle_workers > for_others;
  const unsigned pieces = std::max(some_wait ? idle_workers - for_others : 0,
                                   mine.low_water > there ? mine.low_water - there : 0);
  return {.pieces = pieces,
          .siblings = siblings_.siblings_per_item(),
          .sibling_pieces = siblings_.pieces_for(pieces, team_.size()),
          .keeps_half = !siblings_.worth_publishing_early(),
          .idle_workers = std::max(idle_workers, 1U),
          .publish_all_up_to = siblings_.few_for(idle_workers),
          .retain_newest = some_wait ? 0 : private_tasks_};
}

bool shepherd_scheduler::owner_requests_served(worker& self, unsigned given) {
  if (private_tasks_ == 0) {
    return self.keeps_some();
  }
  // An owner that published nothing because it has too little gets a new request from the next
  // worker that takes something.
  const shepherd& mine = *of(self).mine;
  return (given > 0 && mine.queue.likely_size() < mine.low_water) ||
         team_.has_sleeper_near(self.where());
}

void shepherd_scheduler::owner_siblings_ran(worker& /*self*/,
                                            std::uint32_t children,
                                            std::uint64_t ns) {
  if (private_tasks_ != 0) {
    static_cast<void>(siblings_.any_note(children, ns, 0));
  }
}

}  // namespace nuthatch::scheduling
