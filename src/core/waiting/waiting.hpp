// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/join.hpp>

#include "platform/parker.hpp"

namespace nuthatch::core {

class team;
class worker;

/// Throws error where a task on `self` cannot wait for one of the team `of`: a virtual team runs on
/// one thread, as long as who made it waits.
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

/// join.parent_all_done() and join.parent_commit(), for sanitizers, too, that do not see them.
[[nodiscard]] bool parent_has_all(const detail::join_counter& join) noexcept;
[[nodiscard]] bool parent_commits(detail::join_counter& join) noexcept;

/// Counts `children` as done at `join`. Returns the waiting task if they were the last and it is up
/// to the caller to go on with it; wakes a waiting foreign thread, and sends a task that goes on
/// elsewhere there, itself.
[[nodiscard]] detail::fiber* any_arrive(detail::join_counter& join, std::int32_t children) noexcept;

/// Waits until all that `join.forked` counts are done. It goes on by such a name if it was
/// suspended. Task side.
void wait(detail::join_counter& join, const detail::work_id& as);

/// The same for who runs such tasks itself, if it has room for them on its stack. False: there is
/// one, and it has not waited to the end.
[[nodiscard]] bool wait_or_take_back(detail::join_counter& join,
                                     const detail::work_id& as,
                                     bool has_room);

/// Suspends the task until the callable, which is linked, has run, on a stack that begins a new
/// chain. Task side.
void run_on_new_chain(detail::fork_frame& frame);

}  // namespace nuthatch::core
