// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/threads/construct_requests.hpp"
#include "openmp/threads/hot_team.hpp"
#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

struct thread;

/// As compiled code says it: in three bits of the flags.
[[nodiscard]] constexpr parallel_request request_of(std::uint32_t threads,
                                                    std::uint32_t flags) noexcept {
  constexpr std::uint32_t bind_bits = 7;
  return {threads, static_cast<binding>(flags & bind_bits)};
}

/// Of all threads of the program, counted if statistics are asked for.
struct region_statistics {
  std::uint64_t regions = 0;
  std::uint32_t most_threads = 0;
};

[[nodiscard]] region_statistics all_region_statistics() noexcept;

/// Begins a parallel region, in which the caller is member 0 and has to call the body itself. The
/// others begin at once. Where `first` is not null, all of them are in that loop already; their
/// tasks may take part in the reductions.
void begin_region(const region_body& body,
                  const parallel_request& request,
                  const loop_parameters* first = nullptr,
                  std::uintptr_t* reductions = nullptr) noexcept;

/// Waits until all members have ended and all explicit tasks of the region are done.
void end_region() noexcept;

/// Calls the body as well. Returns how many members there were.
std::uint32_t run_region(const region_body& body,
                         const parallel_request& request,
                         const loop_parameters* first = nullptr,
                         std::uintptr_t* reductions = nullptr) noexcept;

}  // namespace nuthatch::openmp
