// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "openmp/model/construct_requests.hpp"
#include "openmp/model/task.hpp"
#include "openmp/model/task_memory.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/team_member.hpp"

namespace nuthatch::openmp {

class depend_map_cache;
class hot_team;
class threadprivate_copies;

/// The runtime's record of an OS thread. A thread that the runtime did not create has one from its
/// first call until it ends.
struct thread {
  thread();
  thread(const thread&) = delete;
  thread& operator=(const thread&) = delete;
  ~thread();

  team_member* member = nullptr;   ///< its record in the innermost team
  task* current_task = nullptr;    ///< the task that it executes
  parallel_request next_parallel;  ///< values pushed for its next parallel construct
  teams_request next_teams;        ///< values pushed for its next teams construct

  /// The place that was last requested from the system.
  std::uint32_t bound_place = thread_place::unbound;

  /// Null until the program uses one.
  std::unique_ptr<threadprivate_copies> copies;

  spare_heap_blocks spare_blocks;

  /// Null until one of its tasks generates a task with dependences.
  std::unique_ptr<depend_map_cache> depend_maps;

  /// The last displayed affinity. For programs built for libgomp, that of the last outermost
  /// region.
  place_assignment displayed_affinity;
  std::uint32_t displayed_level = 0;

  /// Acquire a hot team, or a team of one thread, for the next nested region. release_team()
  /// returns it when the region ends.
  [[nodiscard]] hot_team& acquire_hot_team();
  [[nodiscard]] team& acquire_serial_team();
  void release_team(const team& ended) noexcept;

  /// Ends the threads that wait for a region. Later regions create new ones.
  void end_idle_threads() noexcept;

  /// Called in the child of a fork, which has no other thread.
  void reset_after_fork() noexcept;

 private:
  // Teams in use come first, the outermost one at the front.
  std::vector<std::unique_ptr<hot_team>> hot_teams_;
  std::vector<std::unique_ptr<team>> serial_teams_;
  std::size_t hot_teams_in_use_ = 0;
  std::size_t serial_teams_in_use_ = 0;
  team initial_team_;
};

/// The calling thread's record; null if the runtime did not create the thread and it has not called
/// before.
extern constinit thread_local thread* this_thread_or_null
    [[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]];

[[gnu::noinline]] thread& make_this_thread() noexcept;

[[nodiscard]] inline thread& this_thread() noexcept {
  thread* const known = this_thread_or_null;
  return known != nullptr ? *known : make_this_thread();
}

/// The task that the calling thread executes.
[[nodiscard]] inline const task* current_task() noexcept {
  return this_thread().current_task;
}

}  // namespace nuthatch::openmp
