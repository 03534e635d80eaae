// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/memory/allocator_traits.hpp"

namespace nuthatch::openmp {

/// An allocator that a program has created: its traits, and the used size of its pool.
///
/// Roles: any thread may call any function.
class allocator {
 public:
  explicit allocator(const allocator_traits& as) noexcept : traits_(as) {}

  allocator(const allocator&) = delete;
  allocator& operator=(const allocator&) = delete;
  ~allocator() = default;

  [[nodiscard]] const allocator_traits& traits() const noexcept { return traits_; }

  /// Reserves bytes of the pool. Does nothing and returns false if the pool has too few left.
  [[nodiscard]] bool any_take(std::size_t bytes) noexcept;

  void any_give_back(std::size_t bytes) noexcept;

 private:
  const allocator_traits traits_;
  detail::atomic<std::size_t> used_{0};  // relaxed: the count publishes nothing
};

/// Returns null for predefined allocators.
[[nodiscard]] inline allocator* allocator_of(allocator_handle handle) noexcept {
  return handle > last_predefined ? reinterpret_cast<allocator*>(handle) : nullptr;
}

/// Creates an allocator. Ends the program if there is no memory.
[[nodiscard]] allocator_handle make_allocator(const allocator_traits& as) noexcept;

/// Destroys an allocator whose blocks have been freed. Does nothing for predefined ones.
void destroy_allocator(allocator_handle handle) noexcept;

}  // namespace nuthatch::openmp
