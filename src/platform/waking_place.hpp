// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>
#include <sys/types.h>

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::platform {

/// The kernel's calls that control where threads may run. Those that return an int return 0 on
/// success, like the system's.
struct placing_calls {
  int (*read_mask)(pid_t thread, cpu_set_t& mask) noexcept;
  int (*write_mask)(pid_t thread, const cpu_set_t& mask) noexcept;
  int (*current_cpu)() noexcept;  ///< negative: unknown
  pid_t (*process)() noexcept;
  pid_t (*thread)() noexcept;
};

/// The calls of the system.
extern const placing_calls system_placing;

/// Controls where a sleeping thread is woken. Some kernels place it on the CPU of the waking
/// thread, where it waits for milliseconds if that thread continues, although other CPUs are idle.
/// So the waking thread may first remove its own CPU from the sleeper's mask. The sleeper restores
/// its mask before it does anything else.
///
/// | operation      | who may call                                         |
/// |----------------|------------------------------------------------------|
/// | owner_lie_down | the one thread that sleeps here, before it does      |
/// | owner_rise     | the same, after it has slept                         |
/// | any_call       | any thread that is about to wake it                  |
///
/// Invariants, all under the lock:
///  1. The mask of the owner is changed only between owner_lie_down and owner_rise, so nothing that
///     the owner runs, or creates, ever sees another mask than its own.
///  2. It is changed at most once in that time. The previous and the changed mask are kept.
///  3. It is restored only if it still is the changed one. If another thread sets it meanwhile,
///     that mask stays.
///
/// Two things cannot be preserved: a mask that another thread sets in the microsecond between
/// reading the mask and changing it is lost; and a control group that removes CPUs between the
/// change and the restoration leaves the thread with those of its narrower mask.
///
/// Nothing here fails. If the kernel refuses, the thread is woken where the kernel chooses. That is
/// the case on machines with more CPUs than a cpu_set_t has.
///
/// Progress: any_call is wait-free, except for its system calls. owner_rise waits for an any_call
/// that has begun.
class waking_place {
 public:
  waking_place() : waking_place(system_placing) {}

  explicit waking_place(const placing_calls& kernel) : kernel_(kernel) {}

  waking_place(const waking_place&) = delete;
  waking_place& operator=(const waking_place&) = delete;
  ~waking_place() = default;

  void owner_lie_down() noexcept;

  /// Returns whether the caller is the first to call the sleeper since it lay down. If so and
  /// `elsewhere`, it will be woken on another CPU than the caller's. That costs three system calls,
  /// about 1.3 us. The sleeper still has to be woken.
  bool any_call(bool elsewhere) noexcept;

  /// Returns whether a thread has called. Costs three system calls, about 1.1 us, if the thread was
  /// woken elsewhere, otherwise none.
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
  // The last mask that was found to be smaller than what the control group grants.
  cpu_set_t chosen_ NUTHATCH_GUARDED_BY(mutex_){};
};

}  // namespace nuthatch::platform
