// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <nuthatch/detail/arch.hpp>

namespace nuthatch::detail {

/// The worker of the calling task, after code of the user's has run. That may have waited, and
/// another worker may have gone on with the task. So what was read before is not to be used any
/// more, whatever the code was: a callable, its destructor, the copying of its captures.
[[gnu::always_inline]] inline worker& reload_worker() noexcept {
  return *this_worker();
}

/// The same after a Value was made from Froms, which runs code of the user's only where the
/// constructor that they select is some.
template <class Value, class... From>
[[gnu::always_inline]] inline worker& reload_worker_after_making(worker& before) noexcept {
  if constexpr (std::is_reference_v<Value> || std::is_trivially_constructible_v<Value, From...>) {
    return before;
  } else {
    return reload_worker();
  }
}

}  // namespace nuthatch::detail
