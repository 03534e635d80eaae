// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::openmp {

/// So many threads begin to execute a region, and have done so. Who waits compares how many do with
/// the cpus that there are: a thread that spins must not keep a cpu from one that has work.
void add_running(std::uint32_t threads) noexcept;
void remove_running(std::uint32_t threads) noexcept;

/// How often a thread of a team looks for what it waits for before it sleeps: as OMP_WAIT_POLICY or
/// GOMP_SPINCOUNT say.
[[nodiscard]] std::uint64_t spins_before_sleep(std::uint32_t threads_of_team) noexcept;

/// The same where yields of the cpu have been long: threads that nobody counts want it, those of
/// other processes or of this one outside of regions of several threads.
[[nodiscard]] std::uint64_t spins_among_others(std::uint32_t threads_of_team) noexcept;

}  // namespace nuthatch::openmp
