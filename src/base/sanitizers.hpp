// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/detail/sanitizer.hpp>

// Whether a sanitizer is present is known only at run time: a library that was built without one
// may serve an instrumented program. Functions of the sanitizers' interfaces are declared weak, and
// null if absent; so their cost is a test of a pointer.

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): the sanitizers' names
extern "C" {
// Functions of AddressSanitizer's interface.
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack,
                                                  const void* lowest,
                                                  std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack,
                                                   const void** left_lowest,
                                                   std::size_t* left_size);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* lowest, std::size_t size);
// Functions of ThreadSanitizer's interface.
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
}

// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace nuthatch::base {

[[nodiscard]] inline bool address_sanitizer_is_there() noexcept {
  return __sanitizer_start_switch_fiber != nullptr;
}

[[nodiscard]] inline bool thread_sanitizer_is_there() noexcept {
  return __tsan_create_fiber != nullptr;
}

// ThreadSanitizer observes only the atomics of instrumented code. Where work, results or wake-ups
// pass between tasks, the ordering by the library's own atomics is announced instead, at any
// address that both sides know; nothing is read or written there. An instrumented library announces
// nothing: there, the sanitizer has to judge the atomics themselves.

/// Everything that the calling task has done so far is ordered before what follows
/// announce_acquire(at).
inline void announce_release(const void* at) noexcept {
  if constexpr (!detail::thread_sanitized) {
    if (__tsan_release != nullptr) [[unlikely]] {
      __tsan_release(const_cast<void*>(at));  // only an identifier
    }
  }
}

inline void announce_acquire(const void* at) noexcept {
  if constexpr (!detail::thread_sanitized) {
    if (__tsan_acquire != nullptr) [[unlikely]] {
      __tsan_acquire(const_cast<void*>(at));  // only an identifier
    }
  }
}

}  // namespace nuthatch::base
