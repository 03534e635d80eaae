// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two macros for conditions that have to hold:
//
//   NUTHATCH_CHECK(condition [, message])   always checked; for cold paths
//   NUTHATCH_ASSERT(condition [, message])  evaluated only in debug and sanitizer builds
//
// A failure prints file, line, condition and message to stderr and aborts. It is a defect of
// Nuthatch or a use that its documentation forbids, and no state can be trusted afterwards.

// NUTHATCH_CHECKED can be defined on the command line to turn assertions on or off.
#if !defined(NUTHATCH_CHECKED)
  #if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    #define NUTHATCH_CHECKED 1
  #elif defined(__has_feature)
    #if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
      #define NUTHATCH_CHECKED 1
    #else
      #define NUTHATCH_CHECKED 0
    #endif
  #else
    #define NUTHATCH_CHECKED 0
  #endif
#endif

namespace nuthatch::base {

/// Whether NUTHATCH_ASSERT checks in this translation unit.
inline constexpr bool assertions_checked = NUTHATCH_CHECKED == 1;

/// Reports a condition that does not hold, and aborts. Allocates nothing.
[[noreturn, gnu::cold, gnu::noinline]] void check_failed(const char* condition,
                                                         const char* file,
                                                         int line,
                                                         const char* message = nullptr) noexcept;

/// Terminates the program with a message for its user, who can avoid the cause. Allocates nothing.
[[noreturn, gnu::cold, gnu::noinline]] void end_program(const char* message) noexcept;

}  // namespace nuthatch::base

#define NUTHATCH_CHECK(condition, ...)                            \
  (static_cast<bool>(condition) ? static_cast<void>(0)            \
                                : ::nuthatch::base::check_failed( \
                                      #condition, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__))

#if NUTHATCH_CHECKED == 1
  #define NUTHATCH_ASSERT(condition, ...) NUTHATCH_CHECK(condition __VA_OPT__(, ) __VA_ARGS__)
#else
// Still compiled, so that it stays valid and its operands count as used.
  #define NUTHATCH_ASSERT(condition, ...) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
