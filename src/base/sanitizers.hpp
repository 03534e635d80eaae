// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/detail/sanitizer.hpp>

// Which sanitizer is there is known only when the program runs: a library that was built without
// one may serve a program whose own code is instrumented. What is called of their interface is
// weak, and null where it is not there; so it costs a test of a pointer where there is none.

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): the sanitizers' names
extern "C" {
// AddressSanitizer's.
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack,
                                                  const void* lowest,
                                                  std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack,
                                                   const void** left_lowest,
                                                   std::size_t* left_size);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* lowest, std::size_t size);
// ThreadSanitizer's.
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

// ThreadSanitizer sees the atomics of instrumented code only. Where work, results or wake-ups
// change hands between tasks, the order that the library's own atomics make is announced instead,
// by any address that both sides know; nothing is read or written there. An instrumented library
// announces none: there the sanitizer is to judge the atomics themselves.

/// What the calling task has done so far comes before what follows announce_acquire(at).
inline void announce_release(const void* at) noexcept {
  if constexpr (!detail::thread_sanitized) {
    if (__tsan_release != nullptr) [[unlikely]] {
      __tsan_release(const_cast<void*>(at));  // which is only a name
    }
  }
}

inline void announce_acquire(const void* at) noexcept {
  if constexpr (!detail::thread_sanitized) {
    if (__tsan_acquire != nullptr) [[unlikely]] {
      __tsan_acquire(const_cast<void*>(at));  // likewise
    }
  }
}

}  // namespace nuthatch::base
