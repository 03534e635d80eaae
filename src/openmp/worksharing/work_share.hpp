// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "openmp/environment/settings.hpp"
#include "openmp/locks/futex_lock.hpp"
#include "openmp/worksharing/doacross.hpp"
#include "openmp/worksharing/iteration_space.hpp"
#include "openmp/worksharing/ordered_gate.hpp"

namespace nuthatch::openmp {

/// How the iterations of one loop are assigned. `chunk_size` counts iterations; 0: none was said.
struct loop_parameters {
  iteration_space space;
  schedule_kind kind = schedule_kind::static_;
  std::uint64_t chunk_size = 0;
  bool ordered = false;
  bool is_runtime_schedule =
      false;                ///< kind and chunk are those that the task has set: schedule(runtime)
  std::uint64_t whole = 1;  ///< chunks but the last are multiples of it, as `simd` wants; not 0
};

/// Some iterations of a loop, by their numbers.
struct chunk {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// What the members of a team share while they execute one worksharing construct: a loop, sections,
/// or a single construct whose result is copied. The first member that comes makes it.
struct work_share {
  // Who makes it, before others see it.
  loop_parameters loop;
  void* memory = nullptr;  // for all members, where the construct wants some; freed with the share
  std::unique_ptr<openmp::doacross> doacross;  // of a doacross loop

  work_share* next_allocated = nullptr;  // of all that the chain has made

  // Others find the next one here.
  alignas(base::interference_size) detail::atomic<work_share*> next{nullptr};
  detail::atomic<std::uint32_t> threads_completed{0};  // members that are through
  void* copyprivate = nullptr;                 // what copyprivate has; a barrier comes between
  const std::uintptr_t* reductions = nullptr;  // as the first member has registered them

  alignas(base::interference_size) detail::atomic<std::uint64_t> next_iteration{0};  // iterations
  futex_lock lock;  // of the next two, in ordered loops
  std::uint32_t next_ordered_chunk = 0;

  alignas(base::interference_size) openmp::ordered_gate ordered_gate;  // in ordered loops
};

}  // namespace nuthatch::openmp
