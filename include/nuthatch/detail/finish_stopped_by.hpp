// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <nuthatch/finish.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

/// Runs body() as finish() does. Before, calls watch(stop), and keeps what it returns until all has
/// ended; stop() stops the finish, from any thread.
template <class Watch, class Function>
finish_result<Function> finish_stopped_by(Watch&& watch, Function& body) {
  // What calls stop() has to live until the tasks have ended, and may not outlive the finish that
  // it stops. So that is a finish around the one that waits.
  return nuthatch::finish([&watch, &body]() -> decltype(auto) {
    const stoppable_finish around = innermost_finish();
    const auto watching = watch([around]() noexcept { detail::stop(around); });
    if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
      static_cast<void>(nuthatch::finish(body));
    } else {
      return nuthatch::finish(body);
    }
  });
}

}  // namespace nuthatch::detail
