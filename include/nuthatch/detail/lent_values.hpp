// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::detail {

/// What a per_worker knows of each of its values.
struct alignas(64) lent_value {
  lent_value* made_before = nullptr;  ///< links all values
  lent_value* next = nullptr;         ///< links those of one list that are not lent
};

/// The values of a per_worker, and which of them are lent.
///
/// Roles: any thread calls the operations `any_…`. The owner calls the others, while no thread
/// calls any of the former and nothing is lent.
///
/// Each worker of the runtime that used the object first has a list, which only this worker
/// touches, of values that are not lent. Other threads share one list under a lock. A task that has
/// moved to another worker gives its value back there.
class lent_values {
 public:
  lent_values() noexcept = default;
  lent_values(const lent_values&) = delete;
  lent_values& operator=(const lent_values&) = delete;
  ~lent_values();

  /// Returns a value that is not lent, the last one that this worker used; null if there is none.
  /// Throws std::bad_alloc.
  [[nodiscard]] lent_value* any_take();

  /// Adds a new value, which is lent.
  void any_add(lent_value& made) noexcept;

  void any_give_back(lent_value& lent) noexcept;

  /// Returns the newest value.
  [[nodiscard]] lent_value* newest() const noexcept { return newest_.load(memory_order_relaxed); }

  /// Forgets all values. Returns the newest.
  [[nodiscard]] lent_value* take_all() noexcept;

 private:
  struct list;
  struct lists;

  [[nodiscard]] lists& require_lists();

  atomic<lent_value*> newest_{nullptr};
  atomic<lists*> lists_{nullptr};
};

}  // namespace nuthatch::detail
