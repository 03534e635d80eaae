// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "openmp/tasks/task.hpp"
#include "openmp/threads/construct_requests.hpp"
#include "openmp/threads/team.hpp"
#include "openmp/threads/team_member.hpp"

namespace nuthatch::openmp {

class hot_team;
class threadprivate_copies;

/// What the runtime knows of an OS thread. A thread that was not made here has one from its first
/// call on, until it ends.
struct thread {
  thread();
  thread(const thread&) = delete;
  thread& operator=(const thread&) = delete;
  ~thread();

  team_member* member = nullptr;   ///< what it is in the innermost team
  task* current_task = nullptr;    ///< what it executes
  parallel_request next_parallel;  ///< what its next region is asked for, by calls before it
  teams_request next_teams;        ///< the same of its next teams construct

  /// The place for which the system was asked last.
  std::uint32_t bound_place = thread_place::unbound;

  /// Null until a program asks for one.
  std::unique_ptr<threadprivate_copies> copies;

  /// Of its last region, if affinity is displayed: for programs that were made for libgomp, of the
  /// last one outside of all others.
  place_assignment displayed_affinity;
  std::uint32_t displayed_level = 0;

  /// A hot team, or a team of one, for its next region inside of those that it is in. It is to be
  /// given back when that ends.
  [[nodiscard]] hot_team& acquire_hot_team();
  [[nodiscard]] team& acquire_serial_team();
  void release_team(const team& ended) noexcept;

  /// Ends threads that wait for a region, of which the next ones have new ones.
  void end_idle_threads() noexcept;

  /// In the child of a fork, which has no other thread.
  void reset_after_fork() noexcept;

 private:
  // The first ones are in use, the outermost first.
  std::vector<std::unique_ptr<hot_team>> hot_teams_;
  std::vector<std::unique_ptr<team>> serial_teams_;
  std::size_t hot_teams_in_use_ = 0;
  std::size_t serial_teams_in_use_ = 0;
  team initial_team_;
};

/// Of the calling thread; null if it was not made here and has not called before.
extern constinit thread_local thread* this_thread_or_null
    [[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]];

[[gnu::noinline]] thread& make_this_thread() noexcept;

[[nodiscard]] inline thread& this_thread() noexcept {
  thread* const known = this_thread_or_null;
  return known != nullptr ? *known : make_this_thread();
}

/// The task that the calling thread runs.
[[nodiscard]] inline const task* current_task() noexcept {
  return this_thread().current_task;
}

}  // namespace nuthatch::openmp
