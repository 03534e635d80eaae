// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <nuthatch/nuthatch.hpp>

#include "platform/platform.hpp"
#include "runtime/runtime_on.hpp"

namespace nuthatch::exploring {

inline constexpr char stealing[] = "work_stealing";
inline constexpr char channel[] = "channel";
inline constexpr char slaw[] = "slaw";
using chosen = decltype(adaptive);

/// Options with limits so small that few tasks reach them.
inline options small_options(unsigned workers, const char* scheduler) {
  options wanted;
  wanted.scheduler = scheduler;
  wanted.workers = workers;
  wanted.seed = 1;
  wanted.stack_size = std::size_t{64} << 10;
  // The limits of slaw, so low that its few spawns reach them.
  wanted.stack_threshold = 2;
  wanted.fresh_threshold = 2;
  wanted.policy_interval = 1;
  return wanted;
}

inline std::unique_ptr<runtime> make_runtime(platform::platform& on,
                                             unsigned workers,
                                             const char* scheduler,
                                             const char* places = "",
                                             std::size_t max_stacks = 0) {
  options wanted = small_options(workers, scheduler);
  wanted.places = places;
  wanted.max_stacks = max_stacks;
  return runtime_on(on, wanted);
}

/// Runs body() in a task of a runtime with these options.
template <class Body>
void in_runtime(platform::platform& on, unsigned workers, const char* scheduler, Body body) {
  const std::unique_ptr<runtime> r = make_runtime(on, workers, scheduler);
  r->run(body);
}

/// Runs body(index) on each of that many workers, without a runtime.
inline void on_each_worker(platform::platform& on,
                           unsigned workers,
                           const std::function<void(unsigned)>& body) {
  const std::unique_ptr<platform::worker_team> team =
      on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "explored"});
  team->start(body);
  team->join_all();
}

}  // namespace nuthatch::exploring
