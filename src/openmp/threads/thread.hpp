// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "openmp/tasks/task.hpp"
#include "openmp/threads/member.hpp"
#include "openmp/threads/region_request.hpp"
#include "openmp/threads/team.hpp"

namespace nuthatch::openmp {

class gang;
class private_copies;

/// What the runtime knows of an OS thread. A thread that was not made here has one from its first
/// call on, until it ends.
struct thread {
  thread();
  thread(const thread&) = delete;
  thread& operator=(const thread&) = delete;
  ~thread();

  member* now = nullptr;          ///< what it is in the innermost team
  task* runs = nullptr;           ///< what it executes
  region_request asked;           ///< what its next region is asked for, by calls before it
  league_request asked_of_teams;  ///< the same of its next teams construct

  /// The place for which the system was asked last.
  std::uint32_t bound_to = spot::nowhere;

  /// Null until a program asks for one.
  std::unique_ptr<private_copies> copies;

  /// Of its last region, if affinity is displayed: for programs that were made for libgomp, of the
  /// last one outside of all others.
  placing shown;
  std::uint32_t shown_level = 0;

  /// A gang, or a team of one, for its next region inside of those that it is in. It is to be given
  /// back when that ends.
  [[nodiscard]] gang& take_gang();
  [[nodiscard]] team& take_single();
  void give_back(const team& ended) noexcept;

  /// Ends threads that wait for a region, of which the next ones have new ones.
  void end_idle_threads() noexcept;

  /// In the child of a fork, which has no other thread.
  void be_alone() noexcept;

 private:
  // The first ones are in use, the outermost first.
  std::vector<std::unique_ptr<gang>> gangs_;
  std::vector<std::unique_ptr<team>> singles_;
  std::size_t gangs_in_use_ = 0;
  std::size_t singles_in_use_ = 0;
  team outermost_;
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
  return this_thread().runs;
}

}  // namespace nuthatch::openmp
