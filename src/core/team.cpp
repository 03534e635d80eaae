// SPDX-License-Identifier: Apache-2.0
#include "core/team.hpp"

#include <algorithm>
#include <utility>

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "core/isolation/isolation.hpp"
#include "trace/counter_list.hpp"

namespace nuthatch::core {

namespace {

// Unused stacks that keep their memory, per worker: as many as a worker returns at a time.
constexpr std::size_t warm_stacks_per_worker = 64;

// Reads a counter of all workers.
std::uint64_t read(const std::vector<std::unique_ptr<worker>>& workers,
                   trace::event what,
                   trace::reading how) noexcept {
  std::uint64_t sum = 0;
  std::uint64_t highest = 0;
  for (const auto& each : workers) {
    const std::uint64_t count = each->counters().any_read(what);
    sum += count;
    highest = std::max(highest, count);
  }
  return how == trace::reading::sum ? sum : highest;
}

}  // namespace

team::team(platform::platform& on,
           const options& wanted,
           const platform::deployment& deployed,
           const scheduler_kind& chosen,
           hosts executed_by,
           platform::search_limits search)
    : options_(wanted),
      seed_(wanted.seed != 0 ? wanted.seed : on.random_seed()),
      crosses_places_(wanted.cross_place_steals && deployed.groups.size() > 1),
      has_attached_threads_(executed_by == hosts::attached_threads),
      needs_(chosen.needs),
      stacks_(wanted.stack_size, wanted.max_stacks, warm_stacks_per_worker * wanted.workers),
      places_(place::all_of(deployed, wanted.workers)) {
  watch_forks();
  workers_.reserve(wanted.workers);
  for (const auto& where : places_) {
    for (unsigned i = 0; i < where->workers; ++i) {
      workers_.push_back(std::make_unique<worker>(*this, size(), *where));
    }
  }
  threads_ = on.make_team({.workers = wanted.workers,
                           .pin = wanted.pin,
                           .cpus = deployed.cpus(),
                           .name = "nuthatch",
                           .search = search});
  if (needs_.topology || threads_->cpu(0)) {
    worker_topology_ = worker_topology(on, *threads_);
  }
  dispatcher_.use(chosen.make(*this));
  if (!has_attached_threads_) {
    threads_->start([this](unsigned index) { workers_[index]->run(); });
  } else {
    for (const auto& each : workers_) {
      each->end_search();  // no thread starts to run it
    }
  }
}

team::~team() {
  // Release: the workers' last looks see what the owner wrote before.
  stopping_.store(/*value=*/true, detail::memory_order_release);
  for (unsigned i = 0; i < size(); ++i) {
    threads_->unpark(i);
  }
  threads_->join_all();
  for (const auto& each : workers_) {
    each->stale().drop_all();
  }
  for (const auto& each : workers_) {
    blocks_->forget(each->blocks.count());
  }
}

void team::any_inject(work_item added, place& into) noexcept {
  added.announce_published();
  into.mail.any_post(added, [&] { any_wake_one(into); });
}

void team::any_inject(work_item added, detail::destination to) noexcept {
  if (!to.is_worker()) {
    any_inject(added, place_at(to.index()));
    return;
  }
  replay_controller* const controller = to.is_by_replay() ? dispatcher_.active_replay() : nullptr;
  if (controller != nullptr) {
    controller->any_sends(added);
  }
  added.announce_published();
  worker& only = at(to.index());
  only.inbox().any_post(added, [&] {
    any_wake(only);
    if (controller != nullptr) {
      controller->any_sent(to.index());
    }
  });
}

void team::send(worker& self, work_item added, detail::destination to) noexcept {
  self.counters().owner_note(trace::event::mail);
  any_inject(added, to);
  threads_->spend(self.index(),
                  platform::activity::message,
                  to.is_worker() ? to.index() : place_at(to.index()).first_worker);
}

bool team::any_wake_one(place& near) noexcept {
  if (near.asleep.has_sleeper() && wake_picked(near)) {
    return true;
  }
  return crosses_places_ && std::ranges::any_of(places_, [&](const auto& other) {
           return other->asleep.has_sleeper() && wake_picked(*other);
         });
}

bool team::any_wake_one_ordered(place& near) noexcept {
  NUTHATCH_ASSERT(!crosses_places_, "only sleepers of this place are looked for in that order");
  return near.asleep.has_sleeper_ordered() && wake_picked(near);
}

bool team::wake_picked(place& of) noexcept {
  unsigned index = 0;
  if (!of.asleep.any_pick(index)) {
    return false;
  }
  unpark_picked(index);
  return true;
}

void team::any_wake(const worker& only) noexcept {
  sleepers& asleep = only.where().asleep;
  if (asleep.has_sleeper() && asleep.any_pick_this(only.index())) {
    unpark_picked(only.index());
  }
}

void team::unpark_picked(unsigned index) noexcept {
  if (detail::worker* const self = detail::this_worker(); self != nullptr) {
    static_cast<worker*>(self)->counters().owner_note(trace::event::wake);
    threads_->unpark_beside(index);
  } else {
    threads_->unpark(index);  // foreign threads mostly wait for what they hand over
  }
}

bool team::has_sleeper_near(const place& near) const noexcept {
  return near.asleep.likely_has_sleeper() ||
         (crosses_places_ && std::ranges::any_of(places_, [](const auto& other) {
            return other->asleep.likely_has_sleeper();
          }));
}

bool team::has_idle_near(const place& near) const noexcept {
  return near.asleep.any_likely_has_idle() ||
         (crosses_places_ && std::ranges::any_of(places_, [](const auto& other) {
            return other->asleep.any_likely_has_idle();
          }));
}

/// Whether each worker starves, or sleeps and has returned its stacks, and no runnable task waits
/// in a mailbox or an inbox. Then no stack will become free.
bool team::none_running() noexcept {
  std::uint32_t idle = starving_.load(detail::memory_order_seq_cst);
  for (const auto& each : places_) {
    idle += each->asleep.any_count();
  }
  return idle >= size() &&
         std::ranges::none_of(places_,
                              [](const auto& each) { return each->mail.any_has_waited(); }) &&
         std::ranges::none_of(workers_,
                              [](const auto& each) { return each->inbox().any_has_waited(); });
}

void team::any_note_stack_timeout(std::uint64_t now_ns, std::uint64_t ns) noexcept {
  const std::uint64_t before = waited_for_until_ns_.load(detail::memory_order_relaxed);
  waited_for_until_ns_.store(std::max(before, now_ns) + waiting_share * ns,
                             detail::memory_order_relaxed);
}

bool team::has_mail_for(const worker& of) const noexcept {
  return of.has_mail() || (crosses_places_ && std::ranges::any_of(places_, [](const auto& other) {
                             return other->mail.any_nonempty();
                           }));
}

void team::any_request_of_others(const worker& self, std::uint32_t bits) noexcept {
  request({0, size()}, self, bits);
}

void team::request(worker_range of, const worker& self, std::uint32_t bits) noexcept {
  for (unsigned index = of.first; index < of.end; ++index) {
    if (index != self.index()) {
      at(index).any_request_ordered(bits);  // a worker about to sleep does not ask again
    }
  }
}

bool team::all_sleep() const noexcept {
  std::uint32_t asleep = 0;
  for (const auto& each : places_) {
    asleep += each->asleep.any_count();
  }
  return asleep == size() && !has_mail();
}

bool team::has_mail() const noexcept {
  return std::ranges::any_of(workers_, [](const auto& each) { return each->has_mail(); });
}

/// Counts a sleep, where waits are watched.
void team::note_sleep() noexcept {
  if constexpr (waits_are_watched) {
    watched_.sleeps.fetch_add(1, detail::memory_order_seq_cst);
  }
}

void team::end_if_stuck() noexcept {
  if constexpr (waits_are_watched) {
    if (watched_.blocks.load(detail::memory_order_seq_cst) != 0) {
      isolation::here().end_if_stuck(*this);
    }
  }
}

void team::owner_sleep(worker& self, bool (*stay_awake)(const void* of) noexcept, const void* of) {
  self.stacks.clear(stacks_);
  note_sleep();
  sleepers& asleep = self.where().asleep;
  asleep.owner_announce(self.index());
  // The next worker that spawns will publish and wake. All workers whose work this one may take are
  // asked, since any of them may become the one that has some.
  request(reach_of(self.where()), self, work_wanted);
  replay_controller* const controller = dispatcher_.active_replay();
  const bool stay = is_stopping() || stay_awake(of) || has_mail_for(self) ||
                    attached_.prioritized().any_nonempty() || scheduler().has_work_for(self) ||
                    (controller != nullptr && controller->any_has_work_for(self));
  if (!stay) {
    if (controller != nullptr && all_sleep()) {
      controller->any_all_sleep();  // first: it may have held back what others wait for
    }
    // Skipped during a strict replay: another worker that was awake for a moment may be about to
    // call any_all_sleep as well.
    if (controller == nullptr || !controller->any_is_strict()) {
      end_if_stuck();
    }
    self.counters().owner_note(trace::event::sleep);
    owner_park(self.index());
  }
  asleep.owner_withdraw(self.index());
}

/// Parks the worker until it is woken, or until the replay controller has it look again.
void team::owner_park(unsigned index) {
  for (std::uint64_t at_ns = dispatcher_.any_looks_again_at(); at_ns != 0;) {
    if (threads_->park_until(index, at_ns)) {
      return;
    }
    const std::uint64_t next_ns = dispatcher_.any_looks_again_at();
    if (next_ns == at_ns) {
      return;
    }
    at_ns = next_ns;  // of another region, or 0
  }
  threads_->park(index);
}

nuthatch::statistics team::statistics() const {
  const fiber::stack_counts stacks = stacks_.counts();
  nuthatch::statistics now{
      .stacks_live = stacks.live, .stacks_peak = stacks.peak, .fresh_peak = blocks_->peak()};
  for (const trace::counter& each : trace::counters) {
    if (each.what) {
      now.*each.field = read(workers_, *each.what, each.how);
    }
  }
  for (std::size_t size = 0; size < answer_sizes; ++size) {
    now.tasks_per_answer[size] =
        read(workers_, trace::answer_of(std::uint64_t{1} << size), trace::reading::sum);
  }
  return now;
}

void team::reset_statistics() {
  for (const auto& w : workers_) {
    w->counters().any_reset();
  }
  stacks_.reset_peak();
  blocks_->reset_peak();
}

void team::count_spawns(bool wanted) {
  set_poll_bits_of_all(spawns_counted, wanted);
}

void team::begin_region(std::uint32_t depth) {
  const detail::mutex_lock lock(numbering_mutex_);
  const bool first = ++recorded_regions_ == 1;
  // Relaxed: read inside of the region, which begins after this.
  if (first || depth < region_depth_.load(detail::memory_order_relaxed)) {
    region_depth_.store(depth, detail::memory_order_relaxed);
  }
  if (first) {
    parts_.clear();
    set_poll_bits_of_all(pedigrees_tracked, /*wanted=*/true);
  }
}

void team::end_region() {
  const detail::mutex_lock lock(numbering_mutex_);
  if (--recorded_regions_ == 0) {
    set_poll_bits_of_all(pedigrees_tracked, /*wanted=*/false);
  }
}

void team::any_watch_finishes() noexcept {
  if (!is_here()) {
    return;  // tasks of a forked process watch for stops anyway, and the lock may be held forever
  }
  const detail::mutex_lock lock(watches_mutex_);
  if (++watches_ == 1) {
    set_poll_bits_of_all(finishes_watched, /*wanted=*/true);
  }
}

void team::any_unwatch_finishes() noexcept {
  if (!is_here()) {
    return;
  }
  const detail::mutex_lock lock(watches_mutex_);
  if (--watches_ == 0) {
    set_poll_bits_of_all(finishes_watched, /*wanted=*/false);
  }
}

void team::set_poll_bits_of_all(std::uint32_t bits, bool wanted) noexcept {
  for (const auto& w : workers_) {
    if (wanted) {
      w->any_request(bits);
    } else {
      w->polled.any_clear(bits);
    }
  }
}

}  // namespace nuthatch::core
