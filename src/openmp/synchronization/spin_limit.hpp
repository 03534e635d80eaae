// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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

}  // namespace nuthatch::openmp
