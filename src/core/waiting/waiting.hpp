// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/join.hpp>

#include "platform/parker.hpp"

namespace nuthatch::core {

class team;
class worker;

/// Throws error if a task on `self` cannot wait for a task of the team `of`: a virtual team runs on
/// one thread, only while its creator waits.
void require_reach(const worker& self, const team* of, bool of_is_virtual);

/// A foreign thread that waits, disguised as a fiber pointer with the lowest bit set, so that join
/// counters need only one kind of waiter.
class foreign_waiter {
 public:
  [[nodiscard]] detail::fiber* disguised() noexcept {
    return reinterpret_cast<detail::fiber*>(reinterpret_cast<std::uintptr_t>(this) | 1U);
  }

  [[nodiscard]] static foreign_waiter* behind(detail::fiber* waiter) noexcept {
    const auto word = reinterpret_cast<std::uintptr_t>(waiter);
    return (word & 1U) == 0 ? nullptr
                            : reinterpret_cast<foreign_waiter*>(word & ~std::uintptr_t{1});
  }

  [[nodiscard]] platform::parker& parker() noexcept { return parker_; }

 private:
  platform::parker parker_;
};

/// join.parent_all_done() and join.parent_commit(), announced to sanitizers that do not see them.
[[nodiscard]] bool parent_has_all(const detail::join_counter& join) noexcept;
[[nodiscard]] bool parent_commits(detail::join_counter& join) noexcept;

/// Counts `children` as done at `join`. Returns the waiting task if they were the last and the
/// caller has to resume it. Wakes a waiting foreign thread, and sends a task that resumes elsewhere
/// to its destination.
[[nodiscard]] detail::fiber* any_arrive(detail::join_counter& join, std::int32_t children) noexcept;

/// Waits until all tasks that `join.forked` counts are done. If the task is suspended, it resumes
/// under the id `as`. Task side.
void wait(detail::join_counter& join, const detail::work_id& as);

/// The same for a task that can run such tasks itself if its stack has room for them. Returns false
/// if the wait is not over: there is a task to run.
[[nodiscard]] bool wait_or_take_back(detail::join_counter& join,
                                     const detail::work_id& as,
                                     bool has_room);

/// Suspends the task until the callable of the linked frame has run, on a stack that begins a new
/// chain. Task side.
void run_on_new_chain(detail::fork_frame& frame);

}  // namespace nuthatch::core
