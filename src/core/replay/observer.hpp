// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/pedigree.hpp>

namespace nuthatch::core {

class worker;

/// Observes the steps of recorded regions: each resumption or start of a task on another stack
/// chain than its spawner's.
///
/// Called by the worker, on its own stack or a task's. Must neither spawn nor wait.
class observer {
 public:
  observer() = default;
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;
  virtual ~observer() = default;

  /// Called before another worker can take the item.
  virtual void published(const worker& by, const detail::work_id& what) noexcept = 0;

  /// Called when the publisher took back a continuation or a second callable. The step continues as
  /// if it had not been published.
  virtual void took_back(const worker& by, const detail::work_id& what) noexcept = 0;

  /// Called before any of the item runs.
  virtual void began(const worker& by, const detail::work_id& what) noexcept = 0;
};

}  // namespace nuthatch::core
