// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "openmp/target/firstprivate.hpp"
#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

struct thread;

/// A target construct. The function gets the addresses.
struct target_region {
  void (*function)(void*);
  target_map map;
  std::uint32_t thread_limit;  ///< 0: none is said
};

/// Runs it on the host, once the uses let it begin. Firstprivate variables have the values of now.
void run_target(thread& self,
                const target_region& region,
                std::span<const dependence> dependences) noexcept;

/// The same as a task, which others may execute and nobody waits for here.
void defer_target(thread& self,
                  const target_region& region,
                  std::span<const dependence> dependences) noexcept;

}  // namespace nuthatch::openmp
