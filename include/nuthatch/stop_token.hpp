// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <stop_token>

#include <nuthatch/detail/finish_stopped_by.hpp>
#include <nuthatch/finish.hpp>

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
  return detail::finish_stopped_by(
      [&token](auto&& stop) { return std::stop_callback(token, stop); }, body);
}

namespace detail {

struct until_tag;

template <class Function>
void run_bound(const until_tag& /*until*/, const std::stop_token& token, Function& f) {
  detail::throw_if_stopped(nuthatch::finish(token, f));
}

}  // namespace detail

#endif

}  // namespace nuthatch
