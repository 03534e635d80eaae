// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "openmp/target/firstprivate.hpp"
#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

struct thread;

/// A target construct. Its function receives the addresses.
struct target_region {
  void (*function)(void*);
  target_map map;
  std::uint32_t thread_limit;  ///< 0: not given
};

/// Executes the region on the host once its predecessors are complete. Firstprivate variables have
/// the values of the time of the call.
void run_target(thread& self,
                const target_region& region,
                std::span<const dependence> dependences) noexcept;

/// The same as a deferred task.
void defer_target(thread& self,
                  const target_region& region,
                  std::span<const dependence> dependences) noexcept;

}  // namespace nuthatch::openmp
