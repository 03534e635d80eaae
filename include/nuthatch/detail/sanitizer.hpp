#pragma once

// Tells AddressSanitizer and ThreadSanitizer about stack switches. Without a sanitizer every
// function here is empty, and `sanitized` lets callers drop what only served them.

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

#if defined(NUTHATCH_ADDRESS_SANITIZED) || defined(NUTHATCH_THREAD_SANITIZED)
  #define NUTHATCH_STACK_SWITCHES_ANNOUNCED
#endif

inline constexpr bool sanitized = address_sanitized || thread_sanitized;

// Around a work-first spawn, in the order in which they happen. Only sanitizer builds call them;
// the child's return is announced in between by nuthatch_announce_return, from the switch itself.

/// On the spawner's stack, right before the child is called.
void sanitizer_leave_for_child(worker& self, fiber* child);
/// First thing on the child's stack.
void sanitizer_begin_child();
/// On the spawner's stack, after the return or the resumption.
void sanitizer_return_to_parent();

}  // namespace nuthatch::detail
