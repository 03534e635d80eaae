// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace nuthatch::workloads {

/// Leaves elements uninitialized that are constructed without a value.
template <class Number>
struct untouched_memory {
  using value_type = Number;

  untouched_memory() = default;

  template <class Other>
  explicit untouched_memory(const untouched_memory<Other>& /*other*/) noexcept {}

  [[nodiscard]] Number* allocate(std::size_t count) {
    return std::allocator<Number>().allocate(count);
  }

  void deallocate(Number* memory, std::size_t count) noexcept {
    std::allocator<Number>().deallocate(memory, count);
  }

  void construct(Number* element) noexcept { ::new (static_cast<void*>(element)) Number; }

  friend bool operator==(untouched_memory /*one*/, untouched_memory /*other*/) noexcept {
    return true;
  }
};

/// A vector whose elements are uninitialized until they are written. If memory has several parts, a
/// page is allocated near the thread that first writes to it, which can be the thread that is going
/// to use it.
template <class Number>
using untouched_vector = std::vector<Number, untouched_memory<Number>>;

struct untouched_tag {};

/// Argument of a constructor: leaves all large memory uninitialized; start() has to initialize it.
inline constexpr untouched_tag untouched;

}  // namespace nuthatch::workloads
