// SPDX-License-Identifier: Apache-2.0
#include "openmp/memory/allocator.hpp"

#include <new>

#include "openmp/diagnostics/messages.hpp"

namespace nuthatch::openmp {

bool allocator::any_take(std::size_t bytes) noexcept {
  if (traits_.pool_bytes == allocator_traits::unlimited) {
    return true;
  }
  std::size_t used = used_.load(detail::memory_order_relaxed);
  do {
    if (bytes > traits_.pool_bytes - used) {
      return false;
    }
  } while (!used_.compare_exchange_weak(
      used, used + bytes, detail::memory_order_relaxed, detail::memory_order_relaxed));
  return true;
}

void allocator::any_give_back(std::size_t bytes) noexcept {
  if (traits_.pool_bytes != allocator_traits::unlimited) {
    used_.fetch_sub(bytes, detail::memory_order_relaxed);
  }
}

allocator_handle make_allocator(const allocator_traits& as) noexcept {
  auto* const created = new (std::nothrow) allocator(as);
  if (created == nullptr) {
    fatal_error("no memory for an allocator");
  }
  return reinterpret_cast<allocator_handle>(created);
}

void destroy_allocator(allocator_handle handle) noexcept {
  delete allocator_of(handle);
}

}  // namespace nuthatch::openmp
