// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "openmp/environment/settings.hpp"
#include "openmp/locks/sleeping_lock.hpp"
#include "openmp/worksharing/doacross.hpp"
#include "openmp/worksharing/iteration_space.hpp"
#include "openmp/worksharing/turns.hpp"

namespace nuthatch::openmp {

/// How the iterations of one loop are dealt out. `chunk` counts iterations; 0: none was said.
struct loop_plan {
  iteration_space space;
  schedule_kind kind = schedule_kind::static_;
  std::uint64_t chunk = 0;
  bool ordered = false;
  bool as_task_says = false;  ///< kind and chunk are those that the task has set: schedule(runtime)
  std::uint64_t whole = 1;    ///< pieces but the last are multiples of it, as `simd` wants; not 0
};

/// Some iterations of a loop, by their numbers.
struct piece {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// What the members of a team share while they execute one worksharing construct: a loop, sections,
/// or a single construct whose result is copied. The first member that comes makes it.
struct work_share {
  // Who makes it, before others see it.
  loop_plan plan;
  void* memory = nullptr;  // for all members, where the construct wants some; freed with the share
  std::unique_ptr<doacross> order;  // of a doacross loop

  work_share* made_before = nullptr;  // of all that the chain has made

  // Others find the next one here.
  alignas(base::interference_size) detail::atomic<work_share*> next{nullptr};
  detail::atomic<std::uint32_t> ended{0};      // members that are through
  void* copied = nullptr;                      // what copyprivate has; a barrier comes between
  const std::uintptr_t* reductions = nullptr;  // as the first member has registered them

  alignas(base::interference_size) detail::atomic<std::uint64_t> dealt{0};  // iterations
  sleeping_lock lock;  // of the next two, in ordered loops
  std::uint32_t pieces = 0;

  alignas(base::interference_size) openmp::turns turns;  // in ordered loops
};

}  // namespace nuthatch::openmp
