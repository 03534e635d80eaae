// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/pedigree.hpp>

namespace nuthatch::core {

class worker;

/// Hears what happens to works of recorded regions: whatever lets a task go on, or begin, on
/// another chain of stacks than its spawner's.
///
/// Who calls: the worker, on its own or on a task's stack. Nothing may be spawned or waited for.
class observer {
 public:
  observer() = default;
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;
  virtual ~observer() = default;

  /// Before others can have it.
  virtual void published(const worker& by, const detail::work_id& what) noexcept = 0;

  /// Had a continuation or a second callable back before anybody took it: it goes on as if it had
  /// kept it.
  virtual void took_back(const worker& by, const detail::work_id& what) noexcept = 0;

  /// Before any of it runs.
  virtual void began(const worker& by, const detail::work_id& what) noexcept = 0;
};

}  // namespace nuthatch::core
