// SPDX-License-Identifier: Apache-2.0
#include "platform/native_team.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sched.h>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/assert.hpp"
#include "base/sanitizers.hpp"
#include "base/thread_safety.hpp"
#include "platform/clock.hpp"
#include "platform/instructions.hpp"
#include "platform/platform.hpp"
#include "platform/process_fence.hpp"
#include "platform/thread.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::platform {

/// The state that start() and the threads share; the last one to use it frees it.
struct native_team::starting {
  /// Holds new threads back until all exist, or makes them return.
  class start_gate {
   public:
    void open(bool run_bodies) {
      {
        const detail::mutex_lock lock(mutex_);
        verdict_ = run_bodies ? verdict::run : verdict::go_home;
      }
      decided_.notify_all();
    }

    /// Returns whether to run the body.
    bool wait() {
      const detail::mutex_lock lock(mutex_);
      while (verdict_ == verdict::none_yet) {
        decided_.wait(mutex_);
      }
      return verdict_ == verdict::run;
    }

   private:
    enum class verdict : std::uint8_t { none_yet, run, go_home };

    detail::mutex mutex_;
    std::condition_variable_any decided_;
    verdict verdict_ NUTHATCH_GUARDED_BY(mutex_) = verdict::none_yet;
  };

  start_gate gate;
  worker_body body;

  starting() = default;
  starting(const starting&) = delete;
  starting& operator=(const starting&) = delete;

  ~starting() { base::announce_acquire(this); }
};

native_team::native_team(const team_options& options,
                         std::vector<unsigned> cpus,
                         unsigned capacity,
                         awake_count& awake)
    : size_(options.workers),
      name_(options.name),
      search_(options.search),
      cpus_(std::move(cpus)),
      capacity_(capacity),
      awake_(awake),
      slots_(std::make_unique<slot[]>(options.workers)) {}

native_team::~native_team() {
  native_team::join_all();
}

std::optional<unsigned> native_team::cpu(unsigned index) const {
  NUTHATCH_ASSERT(index < size_);
  return cpus_.empty() ? std::nullopt : std::optional(cpus_[index % cpus_.size()]);
}

void native_team::start(worker_body body) {
  const auto shared = std::make_shared<starting>();
  shared->body = std::move(body);
  try {
    for (unsigned index = 0; index < size_; ++index) {
      NUTHATCH_CHECK(!slots_[index].worker.joinable(), "the team was started before");
      slots_[index].worker =
          thread({.name = name_ + "/" + std::to_string(index), .cpu = cpu(index)},
                 [this, index, shared] { run_worker(index, *shared); });
    }
  } catch (...) {
    shared->gate.open(/*run_bodies=*/false);
    native_team::join_all();
    throw;
  }
  shared->gate.open(/*run_bodies=*/true);
}

void native_team::run_worker(unsigned index, starting& shared) {
  if (shared.gate.wait()) {
    awake_.add_one();
    shared.body(index);
    awake_.remove_one();
  }
  base::announce_release(&shared);
}

void native_team::join_all() {
  for (unsigned index = 0; index < size_; ++index) {
    if (slots_[index].worker.joinable()) {
      slots_[index].worker.join();
    }
  }
}

void native_team::park(unsigned index) {
  NUTHATCH_ASSERT(index < size_);
  slot& own = slots_[index];
  lie_down(own);
  own.sleep.owner_park();
  rise(own);
}

bool native_team::park_until(unsigned index, std::uint64_t until_ns) {
  NUTHATCH_ASSERT(index < size_);
  slot& own = slots_[index];
  const std::uint64_t now = native_team::now_ns();
  lie_down(own);
  const bool had_token = own.sleep.owner_park_for(until_ns - std::min(now, until_ns));
  rise(own);
  return had_token;
}

void native_team::lie_down(slot& own) {
  awake_.remove_one();
  own.place.owner_lie_down();
}

void native_team::rise(slot& own) {
  if (!own.place.owner_rise()) {
    awake_.add_one();
  }
}

void native_team::unpark(unsigned index) {
  NUTHATCH_ASSERT(index < size_);
  wake(slots_[index], /*elsewhere=*/false);
}

void native_team::unpark_beside(unsigned index) {
  NUTHATCH_ASSERT(index < size_);
  // If a worker is awake on every CPU, no other CPU is better than the kernel's choice. The same
  // holds if other programs compute there: a moved thread waits for its turn behind them, but a
  // thread that is woken in place does not.
  const bool is_room = awake_.get() < capacity_ && !yields().any_may_be_long();
  wake(slots_[index], cpus_.empty() && is_room);
}

void native_team::wake(slot& sleeper, bool elsewhere) {
  // A called worker counts as awake, so that of several, only as many are kept off this CPU as
  // others have room for.
  if (sleeper.place.any_call(elsewhere)) {
    awake_.add_one();
  }
  sleeper.sleep.any_unpark();
}

void native_team::relax(unsigned /*index*/, unsigned step) {
  // Steps 0 to 6 pause 1, 2, 4 … 64 times, 127 in all: 1 to 6 microseconds, since pauses take 10 to
  // 45 ns. That is the cost of a wake-up, so a worker that finds no work in that time loses little
  // by searching; and the time between two searches is at most half of it.
  constexpr unsigned pausing_steps = 7;
  if (step >= pausing_steps || awake_.get() > capacity_) {
    if (!search_.without_yields_ns) {
      sched_yield();
      return;
    }
    if (yields().any_yield_if_short()) {
      return;
    }
  }
  for (unsigned pause = 0; pause < (1U << std::min(step, pausing_steps - 1)); ++pause) {
    cpu_relax();
  }
}

void native_team::doze(unsigned index, unsigned step) {
  // At first the worker takes as many steps as make up about the cost of a sleep. Then it sleeps,
  // each time twice as long, beginning with a time that the system's clock can measure.
  constexpr unsigned waking_steps = 16;
  constexpr std::uint64_t first_ns = 64'000;
  constexpr unsigned max_doublings = 4;
  if (step < waking_steps) {
    relax(index, step);
    return;
  }
  slot& own = slots_[index];
  lie_down(own);
  own.sleep.owner_park_for(first_ns << std::min(step - waking_steps, max_doublings));
  rise(own);
}

std::uint64_t native_team::search_ns() const noexcept {
  return search_.without_yields_ns && yields().any_may_be_long() ? *search_.without_yields_ns
                                                                 : search_.usual_ns;
}

bool native_team::can_fence_all() const noexcept {
  return process_fence_available();
}

void native_team::fence_all(unsigned /*index*/) {
  process_fence();
}

std::uint64_t native_team::fence_ns() const noexcept {
  // This is the time with two virtual CPUs on an EPYC 9R14, where an interrupt leaves the virtual
  // machine (decision 4).
  return 10'000;
}

bool native_team::wait_a_little(unsigned /*index*/, unsigned looks) {
  // A stolen piece has often nearly ended when its parent begins to wait for it, and a suspension
  // costs about a tenth of a microsecond plus the move of the task's data to another core; so up to
  // a microsecond of patience pays.
  constexpr unsigned max_looks = 64;
  cpu_relax();
  return looks < max_looks;
}

stack_bounds native_team::own_stack(unsigned /*index*/) const {
  return this_thread_stack();
}

void native_team::foreign_park(parker& own) {
  own.owner_park();
}

void native_team::foreign_unpark(parker& sleeper) {
  sleeper.any_unpark();
}

std::uint64_t native_team::now_ns() const noexcept {
  return monotonic_ns();
}

}  // namespace nuthatch::platform
