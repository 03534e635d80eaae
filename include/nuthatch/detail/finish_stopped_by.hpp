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
  const auto watched = [&watch, &body]() -> finish_result<Function> {
    const stoppable_finish around = innermost_finish();
    const auto watching = watch([around]() noexcept { detail::stop(around); });
    return nuthatch::finish(body);
  };
  if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
    // A stop that comes after the inner finish has left out nothing.
    outcome inner = outcome::stopped;
    static_cast<void>(nuthatch::finish([&watched, &inner] { inner = watched(); }));
    return inner;
  } else {
    return nuthatch::finish(watched);
  }
}

}  // namespace nuthatch::detail
