// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/source_location.hpp>

namespace nuthatch::detail {

struct children_frame;

// A scope belongs to the task that made it. What else is tried is noticed in every build where that
// costs no spawn anything: at the first use that comes from another stack, or that would break the
// worker's list. Code that is compiled without NDEBUG has every use looked at, and names the scope.

#if defined(NDEBUG)
inline constexpr bool scope_uses_checked = false;
#else
inline constexpr bool scope_uses_checked = true;
#endif

enum class scope_use : std::uint8_t { spawn, sync, end };

/// Ends the program with a message where the caller may not use the scope so. `made`: where that
/// was made, null if that is not known.
[[gnu::cold, gnu::noinline]] void check_scope_use(const children_frame& used,
                                                  scope_use how,
                                                  const code_place* made);

/// Notes that a callable of a fork_join or the body of a parallel loop begins in the running task,
/// with a local variable of it, or that it has ended, with what was noted before. Returns that;
/// null where there was none. On a thread that runs no task nothing happens.
[[gnu::cold]] void* note_callable(void* innermost) noexcept;

/// As long as a callable runs, in code that has its uses of scopes looked at.
class running_callable {
 public:
  running_callable() noexcept : outer_(note_callable(this)) {}

  running_callable(const running_callable&) = delete;
  running_callable& operator=(const running_callable&) = delete;

  ~running_callable() { note_callable(outer_); }

 private:
  void* outer_;
};

/// f(), noted where uses of scopes are looked at.
template <class Function>
struct noted_callable {
  Function& f;

  decltype(auto) operator()() const {
    const running_callable noted;
    return f();
  }
};

}  // namespace nuthatch::detail
