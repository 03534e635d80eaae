// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <nuthatch/detail/arch.hpp>

namespace nuthatch::detail {

/// Returns the worker of the calling task after user code has run. That code may have waited, and
/// another worker may have resumed the task, so worker state that was read before must not be used
/// any more. This holds for any user code: a callable, its destructor, the copying of its captures.
[[gnu::always_inline]] inline worker& reload_worker() noexcept {
  return *this_worker();
}

/// The same after a Value was created from Froms, which runs user code only if the selected
/// constructor is not trivial.
template <class Value, class... From>
[[gnu::always_inline]] inline worker& reload_worker_after_making(worker& before) noexcept {
  if constexpr (std::is_reference_v<Value> || std::is_trivially_constructible_v<Value, From...>) {
    return before;
  } else {
    return reload_worker();
  }
}

}  // namespace nuthatch::detail
