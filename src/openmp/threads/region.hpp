#pragma once

#include <cstdint>

#include "openmp/threads/gang.hpp"
#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

struct thread;

/// What GCC says in the flags of a region: how its threads are to be bound. 0: nothing.
struct region_request {
  std::uint32_t threads = 0;  ///< 0: as many as the task says
  binding bind = binding::none;
};

/// Begins a parallel region, in which the caller is member 0 and has to call the body itself. The
/// others begin at once. Where `first` is not null, all of them are in that loop already.
void begin_region(const region_body& body,
                  const region_request& wanted,
                  const loop_plan* first = nullptr) noexcept;

/// Waits until all members have ended and all explicit tasks of the region are done.
void end_region() noexcept;

/// Calls the body as well.
void run_region(const region_body& body,
                const region_request& wanted,
                const loop_plan* first = nullptr) noexcept;

}  // namespace nuthatch::openmp
