// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "platform/instructions.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::openmp {

/// Add threads that start to execute a region to the number of running threads, and remove them. A
/// waiting thread compares that number with the number of CPUs: a spinning thread must not keep a
/// CPU from one that has work.
void add_running(std::uint32_t threads) noexcept;
void remove_running(std::uint32_t threads) noexcept;

/// How long a thread of a team spins while it waits, by OMP_WAIT_POLICY or GOMP_SPINCOUNT.
struct spin_limits {
  std::uint64_t between_yields;  // of its CPU
  std::uint64_t before_first_yield;
  std::uint64_t before_sleep;
  // After yields have taken long: then threads that are not counted need the CPU, those of other
  // processes, or those of this process outside of parallel regions.
  std::uint64_t among_others;
};

/// Returns the limits for a team of that size. They are lower if more threads execute regions than
/// there are CPUs, or the team alone has more: see is_oversubscribed().
[[nodiscard]] const spin_limits& spin_limits_of(std::uint32_t threads_of_team) noexcept;

/// Returns whether these are the limits for threads that share CPUs.
[[nodiscard]] bool are_oversubscribed(const spin_limits& limits) noexcept;

/// Spins until `condition()` is true, for as long as a thread of a team of that size should, and
/// yields the CPU meanwhile. Returns false if the caller should give up its CPU instead.
template <class Condition>
[[nodiscard]] bool spin_while_it_pays(std::uint32_t threads_of_team,
                                      const Condition& condition) noexcept {
  const spin_limits* limits = &spin_limits_of(threads_of_team);
  std::uint64_t spins = 0;
  bool is_among_others = false;
  do {
    // The number of running threads may change meanwhile. A waiting thread that shares its CPU once
    // keeps these limits: idle threads of teams share it, too, but do not count as running.
    if (!are_oversubscribed(*limits)) {
      limits = &spin_limits_of(threads_of_team);
    }
    for (std::uint64_t i = 0; i < limits->between_yields; ++i) {
      platform::cpu_relax();
      if (condition()) {
        return true;
      }
    }
    spins += limits->between_yields;
    if (spins >= limits->before_first_yield && spins < limits->before_sleep) {
      platform::yielding& yields = platform::yields();
      is_among_others = !(are_oversubscribed(*limits) ? yields.any_yield_if_short_or_own()
                                                      : yields.any_yield_if_short());
    }
  } while (spins < (is_among_others ? limits->among_others : limits->before_sleep));
  return false;
}

}  // namespace nuthatch::openmp
