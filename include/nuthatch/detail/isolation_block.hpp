// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::core {
class isolation;
}

namespace nuthatch::detail {

/// One object of an isolated block, visible to other threads while the block lasts.
struct held_object {
  const void* object = nullptr;
  held_object* next = nullptr;   // protected by the lock of its bucket
  const char* holder = nullptr;  // name of the task in the block, for diagnoses
};

/// An isolated block, from its beginning to its end. It lies on the stack of the task, or foreign
/// thread, that is in it.
class isolation_block {
 public:
  /// Waits until no conflicting block is in progress, and excludes others. Without objects, all
  /// conflict.
  isolation_block(held_object* objects, std::size_t count);
  /// The same, only among the blocks of one isolation.
  isolation_block(core::isolation& within, held_object* objects, std::size_t count);
  isolation_block(const isolation_block&) = delete;
  isolation_block& operator=(const isolation_block&) = delete;
  ~isolation_block();

 private:
  friend class core::isolation;

  [[nodiscard]] bool covers(const isolation_block& inner) const noexcept;

  core::isolation* within_ = nullptr;  // null: the block is nested
  held_object* objects_;               // in locking order, without duplicates; null: all
  std::size_t count_;
  held_object all_;  // represents all objects
  bool closed_gate_ = false;
};

}  // namespace nuthatch::detail
