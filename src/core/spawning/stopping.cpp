// SPDX-License-Identifier: Apache-2.0
#include "core/spawning/stopping.hpp"

#include <exception>
#include <utility>

#include <nuthatch/errors.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

bool is_stopped(const detail::finish_state* innermost) noexcept {
  // Acquire: pairs with the release of any_stop (E2).
  while (innermost != nullptr && !innermost->stopped.load(detail::memory_order_acquire)) {
    innermost = innermost->outer;
  }
  return innermost != nullptr;
}

void leave_out(detail::task& one) noexcept {
  if (worker& self = worker::current(); self.tracks_pedigrees()) {
    static_cast<void>(self.pedigrees().take(one));
  }
  one.operations->refuse(one, nullptr);
}

void any_stop(detail::finish_state& which, team& of) noexcept {
  // Relaxed: a second call has nothing to do, whatever it observes.
  if (which.stopped.load(detail::memory_order_relaxed)) {
    return;
  }
  of.any_watch_finishes();  // E2: before the flag
  // Release: pairs with is_stopped.
  if (which.stopped.exchange(/*value=*/true, detail::memory_order_acq_rel)) {
    of.any_unwatch_finishes();  // another thread was first
  }
}

bool owner_end_stop(detail::finish_state& which, team& of) noexcept {
  if (!which.stopped.load(detail::memory_order_relaxed) ||
      !which.stopped.exchange(/*value=*/false, detail::memory_order_acq_rel)) {
    return false;
  }
  of.any_unwatch_finishes();
  return true;
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

outcome conclude_finish(finish_state& state) {
  const core::worker& self = core::worker::current();
  const bool stopped = core::leaves_out(self, &state);
  std::exception_ptr thrown = state.take_error();
  if (core::owner_end_stop(state, self.team())) {
    thrown = without_stopped(std::move(thrown));
  }
  if (thrown) {
    std::rethrow_exception(std::move(thrown));
  }
  return stopped ? outcome::stopped : outcome::done;
}

void end_failed_finish(finish_state& state, std::exception_ptr by_body) {
  end_finish(state);
  add_error(by_body, state.take_error());
  if (core::owner_end_stop(state, core::worker::current().team())) {
    by_body = without_stopped(std::move(by_body));
  }
  if (by_body) {
    std::rethrow_exception(std::move(by_body));
  }
}

void throw_stopped() {
  throw stopped();
}

stoppable_finish innermost_finish() {
  worker* const self = this_worker();
  if (self == nullptr || self->finish == nullptr) {
    throw error(
        "stop_finish: called on a thread that runs no task; call it in a task under the finish "
        "that is to stop");
  }
  return {self->finish, &static_cast<core::worker*>(self)->team()};
}

void stop(const stoppable_finish& which) noexcept {
  core::any_stop(*which.state, *which.team);
}

void throw_if_stopped(const worker& self) {
  if (stop_requested_slow(self)) {
    throw_stopped();
  }
}

bool stop_requested_slow(const worker& self) noexcept {
  return core::leaves_out(static_cast<const core::worker&>(self), self.finish);
}

}  // namespace nuthatch::detail

namespace nuthatch {

void stop_finish() {
  detail::stop(detail::innermost_finish());
}

}  // namespace nuthatch
