// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::openmp {

/// Add threads that start to execute a region to the number of running threads, and remove them. A
/// waiting thread compares that number with the number of CPUs: a spinning thread must not keep a
/// CPU from one that has work.
void add_running(std::uint32_t threads) noexcept;
void remove_running(std::uint32_t threads) noexcept;

/// The number of spins of a team's thread before it sleeps, by OMP_WAIT_POLICY or GOMP_SPINCOUNT.
[[nodiscard]] std::uint64_t spins_before_sleep(std::uint32_t threads_of_team) noexcept;

/// The same after yields of the CPU have taken long. Then threads that are not counted need the
/// CPU: those of other processes, or those of this process outside of parallel regions.
[[nodiscard]] std::uint64_t spins_among_others(std::uint32_t threads_of_team) noexcept;

}  // namespace nuthatch::openmp
