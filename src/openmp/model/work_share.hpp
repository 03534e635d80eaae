// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "openmp/environment/settings.hpp"
#include "openmp/model/iteration_space.hpp"
#include "openmp/synchronization/doacross.hpp"
#include "openmp/synchronization/futex_lock.hpp"
#include "openmp/synchronization/ordered_gate.hpp"

namespace nuthatch::openmp {

/// The schedule of a loop. `chunk_size` counts iterations; 0: not given.
struct loop_parameters {
  iteration_space space;
  schedule_kind kind = schedule_kind::static_;
  std::uint64_t chunk_size = 0;
  bool ordered = false;
  bool is_runtime_schedule =
      false;                ///< kind and chunk size are those of run-sched-var: schedule(runtime)
  std::uint64_t whole = 1;  ///< all chunks but the last are multiples of it, for `simd`; not 0
};

/// A range of iteration numbers of a loop.
struct chunk {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The state that the threads of a team share in one worksharing construct: a loop, sections, or a
/// single construct with copyprivate. The first thread to arrive initializes it.
struct work_share {
  // Written by the first thread before others see it.
  loop_parameters loop;
  void* memory = nullptr;  // shared memory that the construct requests; freed with the share
  std::unique_ptr<openmp::doacross> doacross;  // of a doacross loop

  work_share* next_allocated = nullptr;  // in the list of all allocated work shares

  // Where other threads find the next work share.
  alignas(base::interference_size) detail::atomic<work_share*> next{nullptr};
  detail::atomic<std::uint32_t> threads_completed{0};  // threads that have completed it
  void* copyprivate = nullptr;                 // the data of copyprivate; ordered by a barrier
  const std::uintptr_t* reductions = nullptr;  // as the first thread has registered them

  alignas(base::interference_size) detail::atomic<std::uint64_t> next_iteration{0};  // to assign
  futex_lock lock;  // guards the next two, in ordered loops
  std::uint32_t next_ordered_chunk = 0;

  alignas(base::interference_size) openmp::ordered_gate ordered_gate;  // in ordered loops
};

}  // namespace nuthatch::openmp
