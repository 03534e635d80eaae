// SPDX-License-Identifier: Apache-2.0
#include "platform/waking_place.hpp"

#include <cstring>

#include <sys/syscall.h>
#include <unistd.h>

#include "atomic/mutex_lock.hpp"

namespace nuthatch::platform {

namespace {

bool same(const cpu_set_t& left, const cpu_set_t& right) noexcept {
  return CPU_EQUAL(&left, &right) != 0;
}

/// Returns all CPUs; a control group reduces them to what it grants.
cpu_set_t every_cpu() noexcept {
  cpu_set_t all;
  std::memset(&all, 0xFF, sizeof all);
  return all;
}

}  // namespace

const placing_calls system_placing = {
    .read_mask =
        [](pid_t thread, cpu_set_t& mask) noexcept {
          return sched_getaffinity(thread, sizeof mask, &mask);
        },
    .write_mask =
        [](pid_t thread, const cpu_set_t& mask) noexcept {
          return sched_setaffinity(thread, sizeof mask, &mask);
        },
    .current_cpu = []() noexcept { return sched_getcpu(); },
    .process = []() noexcept { return getpid(); },
    .thread = []() noexcept { return static_cast<pid_t>(syscall(SYS_gettid)); },
};

void waking_place::owner_lie_down() noexcept {
  const detail::mutex_lock lock(mutex_);
  if (owner_ == 0) {
    owner_ = kernel_.thread();
    process_ = kernel_.process();
  }
  asleep_ = true;
}

bool waking_place::any_call(bool elsewhere) noexcept {
  // The lock is held by the owner, which is about to sleep or has just woken, or by a thread that
  // calls it. (Or, in the child process of a fork, by a thread that does not exist.)
  if (!mutex_.try_lock()) {
    return false;
  }
  const detail::mutex_lock lock(mutex_, detail::locked_already());
  if (!asleep_) {
    return false;
  }
  asleep_ = false;
  if (elsewhere) {
    keep_off(kernel_.current_cpu());
  }
  return true;
}

void waking_place::keep_off(int cpu) noexcept {
  // In the child process of a fork, the owner is a thread of the parent.
  if (cpu < 0 || cpu >= CPU_SETSIZE || process_ != kernel_.process() ||
      kernel_.read_mask(owner_, before_) != 0 || !CPU_ISSET(cpu, &before_) ||
      CPU_COUNT(&before_) == 1) {
    return;
  }
  narrow_ = before_;
  CPU_CLR(cpu, &narrow_);
  narrowed_ = kernel_.write_mask(owner_, narrow_) == 0;
}

bool waking_place::owner_rise() noexcept {
  const detail::mutex_lock lock(mutex_);
  if (narrowed_) {
    take_back();
    narrowed_ = false;
  }
  const bool called = !asleep_;
  asleep_ = false;
  return called;
}

/// The kernel remembers which mask a thread has requested. A thread that never requested one has
/// what its control group grants, and more when that grants more. So a mask that equals the grant
/// is restored by requesting every CPU.
void waking_place::take_back() noexcept {
  constexpr pid_t self = 0;
  cpu_set_t now;
  if (kernel_.read_mask(self, now) == 0 && !same(now, narrow_)) {
    return;  // set by another thread
  }
  if (!same(before_, chosen_)) {
    const bool asked = kernel_.write_mask(self, every_cpu()) == 0;
    if (asked && kernel_.read_mask(self, now) == 0 && same(now, before_)) {
      return;
    }
    chosen_ = before_;
  }
  if (kernel_.write_mask(self, before_) != 0) {
    // None of these CPUs is granted any more.
    static_cast<void>(kernel_.write_mask(self, every_cpu()));
  }
}

}  // namespace nuthatch::platform
