// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "explore/openmp/regions.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/explicit_task.hpp"

namespace nuthatch::exploring {

/// The clauses of a task.
struct task_clauses {
  std::span<const openmp::dependence> dependences = {};
  void** event = nullptr;
  std::uint32_t priority = 0;
};

/// Creates a task that calls body(thread), which outlives it.
template <class Body>
void create(openmp::thread& self, const Body& body, const task_clauses& how = {}) {
  struct passed {
    void* event;  // as in compiled code
    const Body* body;
  } data{nullptr, &body};

  openmp::create_task(
      self,
      {.function =
           [](void* its) { (*static_cast<const passed*>(its)->body)(openmp::this_thread()); },
       .data = &data,
       .copy = nullptr,
       .bytes = sizeof data,
       .alignment = alignof(passed),
       .deferred = true,
       .is_final = false,
       .priority = how.priority,
       .dependences = how.dependences,
       .event = how.event});
}

/// The primary thread of a region runs first(self). All threads reach the end of the region, where
/// they execute tasks.
template <class First>
void region_of_tasks(platform::platform& on, unsigned workers, const First& first) {
  with_hot_team(on, workers, [&](openmp::thread& self, openmp::hot_team& hot_team) {
    const auto body = [&](openmp::thread& thread) {
      if (thread.member->thread_num == 0) {
        first(thread);
      }
    };
    run_region(self, hot_team, workers, body);
  });
}

}  // namespace nuthatch::exploring
