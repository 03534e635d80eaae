// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <stop_token>
#include <type_traits>
#include <utility>

#include <nuthatch/finish.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

#ifdef __cpp_lib_jthread  // libc++ before version 20 has std::stop_token only with an option

/// Runs body() as finish() does, and stops it as stop_finish() does once a stop is requested
/// through the token. A group needs no such function:
///
///     const std::stop_callback on_stop(token, [&all] { all.stop(); });
///
/// @param token  a token of a std::stop_source or a std::jthread. Any thread may request the stop.
/// @param body   a callable without arguments, called in place, exactly once, even if the stop was
///         requested before.
/// @return, @throws what finish() returns and throws.
///
/// Cost: two finishes, and a callback that is registered with the token.
template <class Function>
detail::finish_result<Function> finish(const std::stop_token& token, Function&& body) {
  // The callback has to live until the tasks have ended, and may not outlive the finish that it
  // stops. So that is a finish around the one that waits.
  return nuthatch::finish([&token, &body]() -> decltype(auto) {
    const detail::stoppable_finish around = detail::innermost_finish();
    const std::stop_callback on_stop(token, [around]() noexcept { detail::stop(around); });
    if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
      static_cast<void>(nuthatch::finish(body));
    } else {
      return nuthatch::finish(body);
    }
  });
}

#endif

}  // namespace nuthatch
