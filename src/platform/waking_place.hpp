// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>
#include <sys/types.h>

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::platform {

/// The kernel's calls about where threads may run. Those that return an int give 0 where they
/// succeed, as the system's do.
struct placing_calls {
  int (*read_mask)(pid_t thread, cpu_set_t& mask) noexcept;
  int (*write_mask)(pid_t thread, const cpu_set_t& mask) noexcept;
  int (*current_cpu)() noexcept;  ///< negative: not known
  pid_t (*process)() noexcept;
  pid_t (*thread)() noexcept;
};

/// Those of the system.
extern const placing_calls system_placing;

/// Where a thread that sleeps is woken. Some kernels put it on the cpu of the thread that wakes it,
/// where it waits for milliseconds if that one goes on, although other cpus idle. So who wakes it
/// may first take its own cpu out of the sleeper's mask. The sleeper takes its mask back before it
/// does anything else.
///
/// | operation      | who may call                                         |
/// |----------------|------------------------------------------------------|
/// | owner_lie_down | the one thread that sleeps here, before it does      |
/// | owner_rise     | the same, after it has slept                         |
/// | any_call       | any thread that is about to wake it                  |
///
/// Invariants, all under the lock:
///  1. The mask of the owner is changed only between owner_lie_down and owner_rise, so nothing that
///     the owner runs, or makes, ever sees another mask than its own.
///  2. It is changed once in that time at most. What it was, and what it was changed to, is kept.
///  3. It is taken back only if it is still what it was changed to. Whoever sets it meanwhile has
///     the last word.
///
/// What cannot be kept: a mask that somebody sets in the microsecond between the look at it and its
/// change is lost; and a control group that takes cpus away between change and return leaves the
/// thread with those of its narrower mask.
///
/// Nothing here fails. Where the kernel refuses, the thread is woken where the kernel wants it. So
/// it is on machines of more cpus than a cpu_set_t has.
///
/// Progress: any_call is wait-free but for its system calls. owner_rise waits for an any_call that
/// has begun.
class waking_place {
 public:
  waking_place() : waking_place(system_placing) {}

  explicit waking_place(const placing_calls& kernel) : kernel_(kernel) {}

  waking_place(const waking_place&) = delete;
  waking_place& operator=(const waking_place&) = delete;
  ~waking_place() = default;

  void owner_lie_down() noexcept;

  /// Whether the caller is the first to call the sleeper since it lay down. If so and `elsewhere`,
  /// it will be woken on another cpu than the caller's. Costs three system calls then, about
  /// 1.3 us. It still has to be woken.
  bool any_call(bool elsewhere) noexcept;

  /// Whether somebody has called. Costs three system calls, about 1.1 us, where the thread was
  /// woken elsewhere, else none.
  bool owner_rise() noexcept;

 private:
  void keep_off(int cpu) noexcept NUTHATCH_REQUIRES(mutex_);
  void take_back() noexcept NUTHATCH_REQUIRES(mutex_);

  const placing_calls& kernel_;
  detail::mutex mutex_;
  bool asleep_ NUTHATCH_GUARDED_BY(mutex_) = false;
  bool narrowed_ NUTHATCH_GUARDED_BY(mutex_) = false;
  pid_t process_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  pid_t owner_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  cpu_set_t before_ NUTHATCH_GUARDED_BY(mutex_){};
  cpu_set_t narrow_ NUTHATCH_GUARDED_BY(mutex_){};
  // The last mask that was found to have less than the control group grants.
  cpu_set_t chosen_ NUTHATCH_GUARDED_BY(mutex_){};
};

}  // namespace nuthatch::platform
