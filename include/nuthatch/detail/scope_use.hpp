#pragma once

#include <cstdint>
#include <source_location>

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
                                                  const std::source_location* made);

}  // namespace nuthatch::detail
