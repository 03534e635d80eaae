// SPDX-License-Identifier: Apache-2.0
#include "fiber/stack_address.hpp"

// From AddressSanitizer's interface; null in programs that are built without it.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): their names
[[gnu::weak]] void* __asan_get_current_fake_stack();
[[gnu::weak]] void* __asan_addr_is_in_fake_stack(void* fake_stack,
                                                 void* address,
                                                 void** begin,
                                                 void** end);
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
}

namespace nuthatch::fiber {

const void* stack_address(const void* object) noexcept {
  if (&__asan_get_current_fake_stack == nullptr) {
    return object;
  }
  void* const apart = __asan_get_current_fake_stack();
  if (apart == nullptr) {
    return object;
  }
  void* const real =
      __asan_addr_is_in_fake_stack(apart, const_cast<void*>(object), nullptr, nullptr);
  return real == nullptr ? object : real;
}

}  // namespace nuthatch::fiber
