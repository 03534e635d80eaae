// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/source_location.hpp>

#include "atomic/mutex.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "core/worker.hpp"

namespace nuthatch::schedules {

/// What tasks of a region say of the spawn that they come to next: to which worker goes what
/// follows it.
///
/// Roles: the task that begins and ends the region; workers, each with a place of its own.
class designations {
 public:
  /// Of so many workers.
  explicit designations(unsigned workers) : next_(workers) {}

  /// A region begins, in which they are obeyed or not.
  void begin(bool obeyed);

  /// It has ended. What was wrong with the first one that was; empty: none was.
  [[nodiscard]] std::string end();

  /// Whether they are obeyed in this region.
  [[nodiscard]] bool obeyed() const noexcept { return obeyed_; }

  /// The running task, which is there, says so. Nothing happens where that is `self`.
  void owner_add(const core::worker& self,
                 detail::pedigree at,
                 unsigned to,
                 const detail::code_place& by) noexcept;

  /// Whether there is one for that spawn of the running task.
  [[nodiscard]] bool owner_has(const core::worker& self, detail::pedigree at) const noexcept;

  /// The worker of the one there is, which is there no more.
  [[nodiscard]] unsigned owner_take(const core::worker& self) noexcept;

  /// Rejects and removes the designation, because this worker still has the remainders of enclosing
  /// tasks.
  ///
  /// Thieves take the oldest first, so schedules of theirs have no such steps.
  void owner_refuse(core::worker& self) noexcept;

 private:
  struct alignas(base::interference_size) designation {
    detail::pedigree at{};  // of task 0: there is none
    unsigned to = 0;
    detail::code_place by;
  };

  void refuse(const designation& wrong, std::string_view why) noexcept;

  bool obeyed_ = false;
  std::vector<designation> next_;  // by worker
  detail::mutex mutex_;
  std::string wrong_ NUTHATCH_GUARDED_BY(mutex_);
};

}  // namespace nuthatch::schedules
