// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include "core/work_item.hpp"

namespace nuthatch::core {

class worker;

/// Provides stacks for a worker whose cache is empty. Callable by the owner.
class stack_supply {
 public:
  explicit stack_supply(worker& of) noexcept : self_(of) {}

  /// Fills the stack cache, whose stacks follow the running one. If none is available, asks
  /// the other workers to return theirs and retries for `patience_ns`. Throws stack_limit_error.
  /// Task side.
  void acquire(std::uint64_t patience_ns);

  /// Whether the stack cache is not empty. Fills it if possible without waiting. Task side.
  [[nodiscard]] bool has_one() noexcept;

  /// Called for work that is about to start while the cache is empty. Waits until others return
  /// some stacks, or there is a task to resume, which needs no stack and is returned. Returns an
  /// empty item and leaves the cache empty if no worker is left that could bring that about; `why`
  /// is then the reason.
  [[nodiscard]] work_item acquire_for_start(std::exception_ptr& why) noexcept;

 private:
  [[nodiscard]] bool fill(std::exception_ptr& why) noexcept;

  worker& self_;
};

}  // namespace nuthatch::core
