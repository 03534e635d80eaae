// SPDX-License-Identifier: Apache-2.0
#pragma once

// How instrumented code informs AddressSanitizer and ThreadSanitizer about stack switches, and
// about the ordering that the library's uninstrumented code establishes. The library defines the
// functions, however it was built; `sanitized` lets callers omit code that only serves them.

namespace nuthatch::detail {

struct fiber;
struct worker;

// GCC has macros for instrumentation, Clang has features.
#if defined(__SANITIZE_ADDRESS__)
  #define NUTHATCH_ADDRESS_SANITIZED
#elif defined(__SANITIZE_THREAD__)
  #define NUTHATCH_THREAD_SANITIZED
#elif defined(__has_feature)
  #if __has_feature(address_sanitizer)
    #define NUTHATCH_ADDRESS_SANITIZED
  #elif __has_feature(thread_sanitizer)
    #define NUTHATCH_THREAD_SANITIZED
  #endif
#endif

#if defined(NUTHATCH_ADDRESS_SANITIZED)
inline constexpr bool address_sanitized = true;
#else
inline constexpr bool address_sanitized = false;
#endif

#if defined(NUTHATCH_THREAD_SANITIZED)
inline constexpr bool thread_sanitized = true;
#else
inline constexpr bool thread_sanitized = false;
#endif

inline constexpr bool sanitized = address_sanitized || thread_sanitized;

// The library always announces its own few work-first spawns, because its users may be
// instrumented.
#if defined(NUTHATCH_ADDRESS_SANITIZED) || defined(NUTHATCH_THREAD_SANITIZED) || \
    defined(NUTHATCH_LIBRARY_ANNOUNCES)
  #define NUTHATCH_STACK_SWITCHES_ANNOUNCED
inline constexpr bool switches_announced = true;
#else
inline constexpr bool switches_announced = false;
#endif

// For a work-first spawn, in the order of calls. In between, nuthatch_announce_return announces the
// child's return, from the switch itself.

/// Called on the spawner's stack, right before the child is called.
void sanitizer_leave_for_child(worker& self, fiber* child);
/// Called first on the child's stack.
void sanitizer_begin_child();
/// Called on the spawner's stack, after the return or the resumption.
void sanitizer_return_to_parent();

/// Orders what follows after what a task of the library has released at that address, where a
/// public header has observed the release itself. For ThreadSanitizer.
void sanitizer_acquire(const void* at) noexcept;

}  // namespace nuthatch::detail
