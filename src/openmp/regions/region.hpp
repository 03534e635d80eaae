// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/construct_requests.hpp"
#include "openmp/model/work_share.hpp"
#include "openmp/regions/hot_team.hpp"

namespace nuthatch::openmp {

struct thread;

/// Decodes GCC's flags argument: its low three bits hold proc_bind.
[[nodiscard]] constexpr parallel_request request_of(std::uint32_t threads,
                                                    std::uint32_t flags) noexcept {
  constexpr std::uint32_t bind_bits = 7;
  return {threads, static_cast<proc_bind>(flags & bind_bits)};
}

/// Statistics of all regions of the program, collected on request.
struct region_statistics {
  std::uint64_t regions = 0;
  std::uint32_t max_threads = 0;
};

[[nodiscard]] region_statistics all_region_statistics() noexcept;

/// Begins a parallel region. The caller is the primary thread and has to call the body itself; the
/// other threads start at once. If `first` is not null, all threads begin in that loop. The tasks
/// of the region may participate in `reductions`.
void begin_region(const region_body& body,
                  const parallel_request& request,
                  const loop_parameters* first = nullptr,
                  std::uintptr_t* reductions = nullptr) noexcept;

/// Waits until all threads have arrived and all explicit tasks of the region are complete.
void end_region() noexcept;

/// Begins a region, calls the body and ends the region. Returns the team size.
std::uint32_t run_region(const region_body& body,
                         const parallel_request& request,
                         const loop_parameters* first = nullptr,
                         std::uintptr_t* reductions = nullptr) noexcept;

}  // namespace nuthatch::openmp
