// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// A nestable lock of eight bytes, which a thread owns, as in OpenMP 2.5. Programs linked with GCC
/// before 4.4 use it. All zero means free.
class nest_lock_25 {
 public:
  /// Returns the nesting count.
  int lock() noexcept;

  /// The same without waiting. Returns 0 if another thread owns the lock.
  [[nodiscard]] int try_lock() noexcept;

  void unlock() noexcept;

 private:
  static constexpr std::uint32_t waited_for = std::uint32_t{1} << 31U;

  [[nodiscard]] bool is_of(std::uint32_t thread) const noexcept;
  [[nodiscard]] bool take(std::uint32_t as) noexcept;

  detail::atomic<std::uint32_t> owner_{0};  // the kernel's id of the thread
  int count_ = 0;
};

static_assert(sizeof(nest_lock_25) == 8);

}  // namespace nuthatch::openmp
