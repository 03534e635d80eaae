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

/// The designations that tasks of a region make: to which worker the work goes that follows their
/// next spawn.
///
/// Roles: the task that begins and ends the region; workers, each with its own entry.
class designations {
 public:
  /// Creates entries for so many workers.
  explicit designations(unsigned workers) : next_(workers) {}

  /// Begins a region. `obeyed`: whether designations take effect in it.
  void begin(bool obeyed);

  /// Ends the region. Returns what was wrong with the first invalid designation; empty if all were
  /// valid.
  [[nodiscard]] std::string end();

  /// Returns whether designations take effect in this region.
  [[nodiscard]] bool obeyed() const noexcept { return obeyed_; }

  /// Notes a designation by the running task, which is at `at`. Has no effect if `to` is `self`.
  void owner_add(const core::worker& self,
                 detail::pedigree at,
                 unsigned to,
                 const detail::code_place& by) noexcept;

  /// Returns whether there is a designation for that spawn of the running task.
  [[nodiscard]] bool owner_has(const core::worker& self, detail::pedigree at) const noexcept;

  /// Rejects and removes the designation, because this worker still has the remainders of enclosing
  /// tasks.
  ///
  /// Schedules that were recorded from stealing have no such steps, because thieves take the oldest
  /// work first.
  [[nodiscard]] unsigned owner_take(const core::worker& self) noexcept;

  /// Rejects and removes the designation, because this worker still has the remainders of enclosing
  /// tasks.
  ///
  /// Thieves take the oldest first, so schedules of theirs have no such steps.
  void owner_refuse(core::worker& self) noexcept;

 private:
  struct alignas(base::interference_size) designation {
    detail::pedigree at{};  // task 0 means that there is none
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
