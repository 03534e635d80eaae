// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/options.hpp>
#include <nuthatch/statistics.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/sanitizers.hpp"
#include "core/attached/attached_work.hpp"
#include "core/dispatcher.hpp"
#include "core/isolation/watched_waits.hpp"
#include "core/memory/task_blocks.hpp"
#include "core/places/place.hpp"
#include "core/places/worker_topology.hpp"
#include "core/replay/observer.hpp"
#include "core/replay/pedigree_table.hpp"
#include "core/replay/region_parts.hpp"
#include "core/scheduler.hpp"
#include "core/worker.hpp"
#include "fiber/stack_pool.hpp"
#include "platform/deployment.hpp"
#include "platform/platform.hpp"

namespace nuthatch::core {

class team;

// More than the possible number of stacks, and small enough that positions stay comparable (B4).
inline constexpr std::uint32_t no_stack_threshold = 1U << 30;

/// Which threads execute the workers.
enum class hosts : std::uint8_t {
  own_threads,      ///< threads of the platform: each runs worker::run() while the team lives
  attached_threads  ///< other threads that push tasks and help; each executes one worker at a time
};

/// The state that the workers of one runtime share.
///
/// Roles: the owner is the thread that creates and destroys the team; workers run tasks; foreign
/// threads inject them.
class team {
 public:
  /// Starts the workers, unless other threads execute them. `wanted.workers` must not be 0.
  /// `deployed` has as many workers, or no groups. Throws what the platform, the pools and the
  /// scheduler throw.
  team(platform::platform& on,
       const options& wanted,
       const platform::deployment& deployed,
       const scheduler_kind& chosen,
       hosts executed_by = hosts::own_threads,
       platform::search_limits search = {});
  team(const team&) = delete;
  team& operator=(const team&) = delete;
  ~team();

  /// Whether the workers are threads of this process, not of one that it was forked from.
  [[nodiscard]] bool is_here() const noexcept { return process_ == process_number(); }

  /// Whether the caller may end the team: not in the child of a fork, and not inside one of its
  /// tasks.
  [[nodiscard]] bool may_end() const noexcept {
    const detail::worker* const self = detail::this_worker();
    return is_here() && (self == nullptr || &static_cast<const worker*>(self)->team() != this);
  }

  [[nodiscard]] unsigned size() const noexcept { return static_cast<unsigned>(workers_.size()); }

  [[nodiscard]] worker& at(unsigned index) noexcept { return *workers_[index]; }

  [[nodiscard]] const options& configuration() const noexcept { return options_; }

  /// Decides where work items go, and which worker takes them next.
  [[nodiscard]] core::dispatcher& dispatcher() noexcept { return dispatcher_; }

  [[nodiscard]] core::scheduler& scheduler() noexcept { return dispatcher_.scheduler(); }

  [[nodiscard]] const scheduler_needs& needs() const noexcept { return needs_; }

  /// The positions of the workers on the machine. They are unknown if real workers are not bound
  /// and the scheduler does not need them.
  [[nodiscard]] const worker_topology& topology_of_workers() const noexcept {
    return worker_topology_;
  }

  [[nodiscard]] fiber::stack_pool& stacks() noexcept { return stacks_; }

  [[nodiscard]] task_block_pool& blocks() noexcept { return *blocks_; }

  [[nodiscard]] watched_waits& watched() noexcept { return watched_; }

  /// Whether attached threads execute the workers.
  [[nodiscard]] bool has_attached_threads() const noexcept { return has_attached_threads_; }

  /// The work of attached threads that is not in the scheduler.
  [[nodiscard]] attached_work& attached() noexcept { return attached_; }

  /// Whether all workers sleep and there is no mail.
  [[nodiscard]] bool all_sleep() const noexcept;

  /// Whether a place or a worker has mail that no worker has taken yet.
  [[nodiscard]] bool has_mail() const noexcept;

  [[nodiscard]] platform::worker_team& threads() noexcept { return *threads_; }

  /// The number of stacks in a worker's chain from which adaptive spawns are help-first. Schedulers
  /// that plan spawns set it before the workers run.
  [[nodiscard]] std::uint32_t stack_threshold() const noexcept { return stack_threshold_; }

  void set_stack_threshold(std::uint32_t stacks) noexcept { stack_threshold_ = stacks; }

  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

  [[nodiscard]] unsigned places() const noexcept { return static_cast<unsigned>(places_.size()); }

  [[nodiscard]] place& place_at(unsigned index) noexcept { return *places_[index]; }

  /// Whether thieves may come from other places. Always false if there is only one place.
  [[nodiscard]] bool crosses_places() const noexcept { return crosses_places_; }

  /// The workers that may take work of a place. Workers of the place may take work of the same
  /// ones.
  [[nodiscard]] worker_range reach_of(const place& of) const noexcept {
    return crosses_places_ ? worker_range{0, size()}
                           : worker_range{of.first_worker, of.first_worker + of.workers};
  }

  /// Whether the workers are virtual.
  [[nodiscard]] bool is_virtual() const noexcept { return threads_->counts_costs(); }

  /// Leaves a work item in the mailbox of a place and wakes a worker for it. Used from outside of
  /// the team, and by schedulers whose queues cannot grow. Allocates no memory.
  void any_inject(work_item added, place& into) noexcept;

  /// The same for a place; or for the inbox of a worker, which is the only one woken.
  void any_inject(work_item added, detail::destination to) noexcept;

  /// The same, called by a worker of the team. Task side.
  void send(worker& self, work_item added, detail::destination to) noexcept;

  [[nodiscard]] bool is_stopping() const noexcept {
    return stopping_.load(detail::memory_order_acquire);
  }

  /// Call this after work was put where others of the place can see it. Wakes a sleeper of the
  /// place, or, if stealing across places is allowed, one of another place. Returns whether it woke
  /// one.
  bool any_wake_one(place& near) noexcept;

  /// The same for workers of one place for which of_those(index) is true; of_those must not wait.
  template <class Among>
  bool any_wake_one_among(place& near, Among&& of_those) noexcept {
    unsigned index = 0;
    if (!near.asleep.has_sleeper() || !near.asleep.any_pick_if(index, of_those)) {
      return false;
    }
    unpark_picked(index);
    return true;
  }

  /// As any_wake_one, after work was put by an access that is not sequentially consistent.
  bool any_wake_one_ordered(place& near) noexcept;

  /// Wakes this worker if it sleeps. Otherwise the worker looks at its inbox before it sleeps.
  void any_wake(const worker& only) noexcept;

  /// Sets poll bits of all other workers, to request what any of them can provide. Worker.
  void any_request_of_others(const worker& self, std::uint32_t bits) noexcept;

  /// Puts `self` to sleep unless there is work after all, the team stops, or stay_awake(of) is
  /// true, which the last look includes. May return spuriously.
  void owner_sleep(worker& self, bool (*stay_awake)(const void* of) noexcept, const void* of);

  void owner_sleep(worker& self) {
    owner_sleep(self, [](const void*) noexcept { return false; }, nullptr);
  }

  /// Whether a worker that may take work of the place is asleep. A hint.
  [[nodiscard]] bool has_sleeper_near(const place& near) const noexcept;

  /// Whether a worker that may take work of the place has none. A hint that misses no worker.
  [[nodiscard]] bool has_idle_near(const place& near) const noexcept;

  /// How many workers of the place have no work. A hint.
  [[nodiscard]] static unsigned out_of_work_in(const place& of) noexcept {
    return of.asleep.searching() + of.asleep.any_count();
  }

  /// Counts a worker that has work to start, no stack for it, and no task to resume.
  void any_begin_starving() noexcept { starving_.fetch_add(1, detail::memory_order_seq_cst); }

  /// Stops counting the worker if look(none_running) returns true. `none_running` means that no
  /// other worker can return a stack or make a task runnable any more. Starving workers look one at
  /// a time. So a worker that is told so, and then finds nothing, knows that nothing is left.
  template <class Look>
  bool any_end_starving_if(Look&& look) {
    const detail::mutex_lock lock(starving_mutex_);
    const bool ends = look(none_running());
    starving_.fetch_sub(ends ? 1 : 0, detail::memory_order_seq_cst);
    return ends;
  }

  /// Whether waiting for a stack is worthwhile. If such waits time out again and again, spawns that
  /// need a stack spend at most a tenth of the time waiting: there may be millions of them. A hint.
  [[nodiscard]] bool any_may_wait_for_stack(std::uint64_t now_ns, std::uint64_t ns) const noexcept {
    constexpr std::uint64_t at_once = 4;  // waits that are allowed before the limit applies
    return waited_for_until_ns_.load(detail::memory_order_relaxed) <=
           now_ns + at_once * waiting_share * ns;
  }

  void any_note_stack_timeout(std::uint64_t now_ns, std::uint64_t ns) noexcept;

  void any_forget_stack_timeouts() noexcept {
    waited_for_until_ns_.store(0, detail::memory_order_relaxed);
  }

  [[nodiscard]] nuthatch::statistics statistics() const;
  void reset_statistics();
  void count_spawns(bool wanted);

  /// Tasks have pedigrees while a region that needs them is running; see pedigrees.hpp. `depth` is
  /// the depth of a finish that begins in the region.
  void begin_region(std::uint32_t depth);
  void end_region();

  /// A finish of the team begins or ends to be stopped, or to limit its workers. While there are
  /// any such finishes, all workers watch for them.
  void any_watch_finishes() noexcept;
  void any_unwatch_finishes() noexcept;

  /// The membership of a task that is spawned under this finish by a task of `part`. It is in the
  /// region if the finish began there, since the finish then ends there. If several regions run,
  /// the outermost one counts.
  [[nodiscard]] region_membership place_of_spawns(const detail::finish_state* around,
                                                  std::uint32_t part) noexcept {
    if (around == nullptr || around->depth < region_depth_.load(detail::memory_order_relaxed)) {
      return region_membership::outside();
    }
    return {.part = parts_.any_around(part, around->depth)};
  }

  /// The parts of the team's recorded regions.
  [[nodiscard]] region_parts& parts() noexcept { return parts_; }

  /// The pedigrees of tasks that have not begun.
  [[nodiscard]] pedigree_table& numbers() noexcept { return numbers_; }

  /// The observer of work items in recorded regions, or null. Set it only while no such region
  /// runs.
  [[nodiscard]] observer* observing() const noexcept {
    return observing_.load(detail::memory_order_acquire);
  }

  /// Returns false if there is another observer. Otherwise `by` observes until end_observing, which
  /// any caller may call.
  [[nodiscard]] bool any_begin_observing(observer& by) noexcept {
    observer* no_worker = nullptr;
    return observing_.compare_exchange_strong(
        no_worker, &by, detail::memory_order_acq_rel, detail::memory_order_relaxed);
  }

  void end_observing() noexcept { observing_.store(nullptr, detail::memory_order_release); }

 private:
  void set_poll_bits_of_all(std::uint32_t bits, bool wanted) noexcept;

  [[nodiscard]] bool none_running() noexcept;
  void note_sleep() noexcept;
  void owner_park(unsigned index);
  void end_if_stuck() noexcept;
  bool wake_picked(place& of) noexcept;
  void unpark_picked(unsigned index) noexcept;
  void request(worker_range of, const worker& self, std::uint32_t bits) noexcept;
  [[nodiscard]] bool has_mail_for(const worker& of) const noexcept;

  const options options_;
  const std::uint64_t seed_;
  const bool crosses_places_;
  const bool has_attached_threads_;
  const scheduler_needs needs_;
  worker_topology worker_topology_;
  std::uint32_t stack_threshold_ = no_stack_threshold;
  const std::uint32_t process_ = process_number();
  fiber::stack_pool stacks_;
  const std::unique_ptr<task_block_pool, task_block_pool::ending> blocks_{
      new task_block_pool(stacks_.upper_bits())};
  watched_waits watched_;
  attached_work attached_{*this};
  pedigree_table numbers_;
  detail::atomic<observer*> observing_{/*value=*/nullptr};
  detail::mutex numbering_mutex_;
  unsigned recorded_regions_ = 0;
  detail::atomic<std::uint32_t> region_depth_{0};
  region_parts parts_;
  detail::mutex watches_mutex_;
  unsigned watches_ = 0;  // finishes to watch for
  const std::vector<std::unique_ptr<place>> places_;
  std::vector<std::unique_ptr<worker>> workers_;  // place by place
  core::dispatcher dispatcher_;
  detail::mutex starving_mutex_;  // never held while time is spent
  detail::atomic<std::uint32_t> starving_{0};
  static constexpr std::uint64_t waiting_share = 10;
  detail::atomic<std::uint64_t> waited_for_until_ns_{0};  // when the waits so far are a tenth
  detail::atomic<bool> stopping_{/*value=*/false};
  std::unique_ptr<platform::worker_team> threads_;  // last: its threads end before what they use
};

/// While it lives, a task of `of` waits for something of `other`. Counts only where waits are
/// watched.
class outside_wait {
 public:
  outside_wait(team& of, const team& other) noexcept : of_(&of == &other ? nullptr : &of) {
    if (waits_are_watched && of_ != nullptr) {
      of_->watched().outside.fetch_add(1, detail::memory_order_seq_cst);
    }
  }

  outside_wait(const outside_wait&) = delete;
  outside_wait& operator=(const outside_wait&) = delete;

  ~outside_wait() {
    if (waits_are_watched && of_ != nullptr) {
      of_->watched().outside.fetch_sub(1, detail::memory_order_seq_cst);
    }
  }

 private:
  team* of_;
};

}  // namespace nuthatch::core
