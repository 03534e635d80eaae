// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include "core/work_item.hpp"

namespace nuthatch::core {

class worker;

/// Where a worker gets stacks from once its cache has none. Owner.
class stack_supply {
 public:
  explicit stack_supply(worker& of) noexcept : self_(of) {}

  /// Fills the empty cache of stacks, behind the running one. When there is none to be had, asks
  /// the others to return theirs, for so long. Throws stack_limit_error. Task side.
  void acquire(std::uint64_t patience_ns);

  /// Whether the cache has a stack, if one was to be had at once. Task side.
  [[nodiscard]] bool has_one() noexcept;

  /// For work that is about to start while the cache is empty: waits until others return some
  /// stacks, or there is a task to go on with, which is returned and needs none. Neither when
  /// nobody is left who could bring that about; `why` says what is missing then.
  [[nodiscard]] work_item acquire_for_start(std::exception_ptr& why) noexcept;

 private:
  [[nodiscard]] bool fill(std::exception_ptr& why) noexcept;

  worker& self_;
};

}  // namespace nuthatch::core
