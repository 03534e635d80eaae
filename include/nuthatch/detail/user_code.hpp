// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <nuthatch/detail/arch.hpp>

namespace nuthatch::detail {

/// Returns the worker of the calling task after user code has run. That code may have waited, and
/// another worker may have resumed the task, so worker state that was read before must not be used
/// any more. This holds for any user code: a callable, its destructor, the copying of its captures.
[[gnu::always_inline]] inline worker& reload_worker() noexcept {
  return current_worker();
}

/// Whether creating a Value from Froms runs no user code: the selected constructor is trivial.
template <class Value, class... From>
inline constexpr bool is_made_silently =
    std::is_reference_v<Value> || std::is_trivially_constructible_v<Value, From...>;

/// Returns the worker after a Value was created from Froms.
template <class Value, class... From>
[[gnu::always_inline]] inline worker& reload_worker_after_making(worker& before) noexcept {
  if constexpr (is_made_silently<Value, From...>) {
    return before;
  } else {
    return reload_worker();
  }
}

}  // namespace nuthatch::detail
