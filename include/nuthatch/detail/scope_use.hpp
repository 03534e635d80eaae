// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/source_location.hpp>

namespace nuthatch::detail {

struct children_frame;

// A scope belongs to the task that created it. Every build detects other uses where that adds no
// cost to a spawn: at the first use from another stack, or one that would break the worker's list.
// Code that is compiled without NDEBUG checks every use, and names the scope.

#if defined(NDEBUG)
inline constexpr bool scope_uses_checked = false;
#else
inline constexpr bool scope_uses_checked = true;
#endif

enum class scope_use : std::uint8_t { spawn, sync, end };

/// Terminates the program with a message if the caller may not use the scope in this way. `made` is
/// where the scope was created, null if unknown.
[[gnu::cold, gnu::noinline]] void check_scope_use(const children_frame& used,
                                                  scope_use how,
                                                  const code_place* made);

/// Notes that a callable of a fork_join or the body of a parallel loop begins in the running task,
/// identified by a local variable of it; or that it has ended, by passing what was noted before.
/// Returns what was noted before, null if nothing. Has no effect on a thread that runs no task.
[[gnu::cold]] void* note_callable(void* innermost) noexcept;

/// Lives while a callable runs, in code whose uses of scopes are checked.
class running_callable {
 public:
  running_callable() noexcept : outer_(note_callable(this)) {}

  running_callable(const running_callable&) = delete;
  running_callable& operator=(const running_callable&) = delete;

  ~running_callable() { note_callable(outer_); }

 private:
  void* outer_;
};

// Checks compare the addresses of a scope and of what is noted. So a callable and the note of it
// have frames of their own: local variables of one function lie in any order.

template <class Function, class... Args>
[[gnu::noinline]] decltype(auto) call_in_own_frame(Function& f, Args... a) {
  return f(a...);
}

template <class Function, class... Args>
[[gnu::noinline]] decltype(auto) note_and_call(Function& f, Args... a) {
  const running_callable noted;
  return detail::call_in_own_frame<Function, Args...>(f, a...);
}

/// Calls f(a...), and notes it if uses of scopes are checked.
template <class Function, class... Args>
[[gnu::always_inline]] inline decltype(auto) call_noted(Function& f, Args... a) {
  if constexpr (scope_uses_checked) {
    return detail::note_and_call<Function, Args...>(f, a...);
  } else {
    return f(a...);
  }
}

/// The same for a callable without arguments, to be called later.
template <class Function>
struct noted_callable {
  Function& f;

  decltype(auto) operator()() const { return detail::call_noted(f); }
};

}  // namespace nuthatch::detail
