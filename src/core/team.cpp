#include "core/team.hpp"

#include <algorithm>
#include <utility>

#include <nuthatch/errors.hpp>

namespace nuthatch::core {

namespace {

// Unused stacks that keep their memory, per worker: as many as a worker gives back at a time.
constexpr std::size_t warm_stacks_per_worker = 64;

std::uint64_t most(const std::vector<std::unique_ptr<worker>>& workers,
                   trace::event what) noexcept {
  std::uint64_t highest = 0;
  for (const auto& w : workers) {
    highest = std::max(highest, w->counters().any_read(what));
  }
  return highest;
}

// Events that only a thief can say of itself, and those of the victim's side, as statistics show
// them.
std::uint64_t sum(const std::vector<std::unique_ptr<worker>>& workers, trace::event what) noexcept {
  std::uint64_t total = 0;
  for (const auto& w : workers) {
    total += w->counters().any_read(what);
  }
  return total;
}

}  // namespace

team::team(platform::platform& on, const options& wanted, scheduler_factory make_scheduler)
    : options_(wanted),
      seed_(wanted.seed != 0 ? wanted.seed : on.random_seed()),
      stacks_(wanted.stack_size, wanted.max_stacks, warm_stacks_per_worker * wanted.workers),
      sleepers_(wanted.workers) {
  watch_forks();
  workers_.reserve(wanted.workers);
  for (unsigned i = 0; i < wanted.workers; ++i) {
    workers_.push_back(std::make_unique<worker>(*this, i));
  }
  threads_ =
      on.make_team({.workers = wanted.workers, .pin = wanted.pin, .cpus = {}, .name = "nuthatch"});
  scheduler_ = make_scheduler(*this);
  threads_->start([this](unsigned index) { workers_[index]->run(); });
}

team::~team() {
  // Release: what the owner wrote before is visible to the workers' last looks.
  stopping_.store(true, detail::memory_order_release);
  for (unsigned i = 0; i < size(); ++i) {
    threads_->unpark(i);
  }
  threads_->join_all();
}

void team::any_inject(work added) noexcept {
  // Held to the end: until then nobody can run the work, after which the team may be destroyed.
  const std::lock_guard lock(injected_mutex_);
  const std::uint32_t count = injected_.push_back(added);
  // Seq_cst: a queue that sleepers look at, see there; the work itself is passed on under the lock.
  injected_count_.fetch_add(count, detail::memory_order_seq_cst);
  any_wake_one();
}

work team::any_take_injected() {
  if (injected_count_.load(detail::memory_order_acquire) == 0) {
    return {};
  }
  const std::lock_guard lock(injected_mutex_);
  const work first = injected_.pop_front();
  if (!first) {
    return {};
  }
  // Release: whoever sees that nothing waits any more sees what this worker did before it took it.
  injected_count_.fetch_sub(1, detail::memory_order_release);
  return first;
}

bool team::any_wake_one() noexcept {
  return sleepers_.any_exist() && wake_picked();
}

bool team::any_wake_one_ordered() noexcept {
  return sleepers_.any_exist_ordered() && wake_picked();
}

bool team::wake_picked() noexcept {
  unsigned index = 0;
  if (!sleepers_.any_pick(index)) {
    return false;
  }
  if (detail::worker* const self = detail::this_worker(); self != nullptr) {
    static_cast<worker*>(self)->counters().owner_note(trace::event::wake);
  }
  threads_->unpark(index);
  return true;
}

void team::any_demand_attention_of_others(const worker& self, std::uint32_t bits) noexcept {
  for (const auto& w : workers_) {
    if (w.get() != &self) {
      w->any_insist_on_attention(bits);  // who goes to sleep does not ask again
    }
  }
}

void team::owner_sleep(worker& self) {
  self.return_fibers();
  sleepers_.owner_announce(self.index());
  // Whoever spawns next will publish and wake. Asked of all, since anyone may become the one with
  // work.
  any_demand_attention_of_others(self, work_wanted);
  const bool stay = any_stopping() || injected_count_.load(detail::memory_order_seq_cst) != 0 ||
                    scheduler_->any_has_work();
  if (!stay) {
    self.counters().owner_note(trace::event::sleep);
    threads_->park(self.index());
  }
  sleepers_.owner_withdraw(self.index());
}

nuthatch::statistics team::statistics() const {
  const fiber::stack_counts stacks = stacks_.counts();
  nuthatch::statistics now{
      .spawns = sum(workers_, trace::event::spawn),
      .published = sum(workers_, trace::event::publish),
      .taken_back = sum(workers_, trace::event::take_back),
      .steals = sum(workers_, trace::event::steal),
      .stolen_tasks = sum(workers_, trace::event::stolen_tasks),
      .failed_steals = sum(workers_, trace::event::failed_steal),
      .suspensions = sum(workers_, trace::event::suspend),
      .sleeps = sum(workers_, trace::event::sleep),
      .wakes = sum(workers_, trace::event::wake),
      .stacks_live = stacks.live,
      .stacks_peak = stacks.peak,
      .fresh_peak = blocks_.peak(),
      .chain_peak = most(workers_, trace::event::chain_peak),
      .owned_fresh_peak = most(workers_, trace::event::owned_fresh_peak),
      .requests_sent = sum(workers_, trace::event::request_sent),
      .requests_declined = sum(workers_, trace::event::request_declined),
      .requests_forwarded = sum(workers_, trace::event::request_forwarded),
      .requests_returned = sum(workers_, trace::event::request_returned),
      .requests_answered = sum(workers_, trace::event::request_answered),
      .seizures = sum(workers_, trace::event::seizure),
      .idle_updates = sum(workers_, trace::event::idle_update),
      .poll_hits = sum(workers_, trace::event::poll_hit),
      .waited_ns = sum(workers_, trace::event::waited_ns),
      .all_idle = sum(workers_, trace::event::all_idle),
      .tasks_per_answer = {},
  };
  for (std::size_t size = 0; size < answer_sizes; ++size) {
    now.tasks_per_answer[size] = sum(workers_, trace::answer_of(std::uint64_t{1} << size));
  }
  return now;
}

void team::reset_statistics() {
  for (const auto& w : workers_) {
    w->counters().any_reset();
  }
  stacks_.reset_peak();
  blocks_.reset_peak();
}

void team::count_spawns(bool wanted) {
  for (const auto& w : workers_) {
    if (wanted) {
      w->any_demand_attention(spawns_counted);
    } else {
      w->attention.fetch_and(~static_cast<std::uint32_t>(spawns_counted),
                             detail::memory_order_acq_rel);
    }
  }
}

}  // namespace nuthatch::core
