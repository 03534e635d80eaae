// SPDX-License-Identifier: Apache-2.0
#pragma once

// What instrumented code tells AddressSanitizer and ThreadSanitizer about stack switches, and about
// the order that code of the library makes which is not instrumented. The functions are the
// library's, however that was built; `sanitized` lets callers drop what only serves them.

namespace nuthatch::detail {

struct fiber;
struct worker;

// GCC says by macros what it instruments, clang by features.
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

// The library itself announces its own few work-first spawns always: its users may be instrumented.
#if defined(NUTHATCH_ADDRESS_SANITIZED) || defined(NUTHATCH_THREAD_SANITIZED) || \
    defined(NUTHATCH_LIBRARY_ANNOUNCES)
  #define NUTHATCH_STACK_SWITCHES_ANNOUNCED
inline constexpr bool switches_announced = true;
#else
inline constexpr bool switches_announced = false;
#endif

// Around a work-first spawn, in the order in which they happen. The child's return is announced in
// between by nuthatch_announce_return, from the switch itself.

/// On the spawner's stack, right before the child is called.
void sanitizer_leave_for_child(worker& self, fiber* child);
/// First thing on the child's stack.
void sanitizer_begin_child();
/// On the spawner's stack, after the return or the resumption.
void sanitizer_return_to_parent();

/// Orders what follows behind what a task of the library's has released at that address, where a
/// public header has just found that out by itself. For ThreadSanitizer.
void sanitizer_acquire(const void* at) noexcept;

}  // namespace nuthatch::detail
