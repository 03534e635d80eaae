// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::core {
class isolation;
}

namespace nuthatch::detail {

/// One object of an isolated block; known to others while the block lasts.
struct held_object {
  const void* object = nullptr;
  held_object* next = nullptr;   // under the lock of its bucket
  const char* holder = nullptr;  // names the task in the block, for diagnoses
};

/// An isolated block, from its beginning to its end. Lies on the stack of the task, or foreign
/// thread, that is in it.
class isolation_block {
 public:
  /// Waits until the block is open and closes it to others. Without objects, all blocks.
  isolation_block(held_object* objects, std::size_t count);
  /// Among the blocks within one isolation only.
  isolation_block(core::isolation& within, held_object* objects, std::size_t count);
  isolation_block(const isolation_block&) = delete;
  isolation_block& operator=(const isolation_block&) = delete;
  ~isolation_block();

 private:
  friend class core::isolation;

  [[nodiscard]] bool covers(const isolation_block& inner) const noexcept;

  core::isolation* within_ = nullptr;  // null: it is nested
  held_object* objects_;               // in the order in which they are taken, each once; null: all
  std::size_t count_;
  held_object all_;  // stands for everything
  bool closed_gate_ = false;
};

}  // namespace nuthatch::detail
