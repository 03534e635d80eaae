// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/worker.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

/// Answers requests of other workers. Returns false if a finish around the calling task is stopped.
[[nodiscard, gnu::cold, gnu::noinline]] bool answer_requests();

/// Returns whether another part of a computation may begin: none of its parts has failed, and no
/// finish around it is stopped. Also answers the requests of other workers, which have had to wait
/// during the last part.
[[nodiscard, gnu::always_inline]] inline bool may_begin(const loop_failure& failure) {
  return !failure.happened() && (!current_worker().poll_pending() || answer_requests());
}

/// Calls f(), the body of a finish. Its loops throw `stopped` if any finish around them is stopped;
/// then this returns, so that the finish returns outcome::stopped instead.
template <class Function>
void end_if_stopped(Function&& f) {
  try {
    f();
  } catch (const stopped&) {
    if (!stop_requested()) {
      throw;  // a finish inside of what f called was stopped
    }
  }
}

}  // namespace nuthatch::detail
