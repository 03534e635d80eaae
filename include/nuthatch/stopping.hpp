// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

/// Stopping a computation whose result is known, or no longer wanted.
///
/// A finish is what stops, or a group, which is a finish for its tasks. While it is stopped, what
/// was spawned under it, at any depth, and has not begun is left out: children of scopes, asyncs
/// and tasks of groups are destroyed instead of being called. Parallel loops, reductions and
/// algorithms begin no further block, and throw `stopped`. Callables of a fork_join always run, and
/// so do launched tasks, which no finish waits for. What runs already is not interrupted; it can
/// ask stop_requested(). A task that waits keeps waiting for what runs.

#include <cstdint>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::core {
class team;
}

namespace nuthatch {

/// How a finish or the wait for a group has ended.
enum class outcome : std::uint8_t {
  done,    ///< everything ran
  stopped  ///< it was stopped, or a finish around it was: some of it may have been left out
};

namespace detail {

/// Returns whether a finish around the running task is stopped.
[[nodiscard, gnu::cold, gnu::noinline]] bool stop_requested_slow(const worker& self) noexcept;

[[noreturn, gnu::cold]] void throw_stopped();

/// Throws `stopped` if a finish around the running task is stopped.
[[gnu::cold, gnu::noinline]] void throw_if_stopped(const worker& self);

/// Throws `stopped` if a finish has ended so.
inline void throw_if_stopped(outcome how) {
  if (how == outcome::stopped) {
    throw_stopped();
  }
}

struct finish_state;

/// A finish that other threads may stop.
struct stoppable_finish {
  finish_state* state;
  core::team* team;
};

/// Returns the innermost finish around the calling task. Throws error on a thread that runs no
/// task.
[[nodiscard]] stoppable_finish innermost_finish();

/// Stops a finish that cannot end meanwhile. Any thread.
void stop(const stoppable_finish& which) noexcept;

}  // namespace detail

/// Returns whether a finish around the calling task, or the group that it belongs to, is stopped.
/// Who may call: any thread; false on a thread that runs no task. Cost: two loads as long as
/// nothing is stopped in the runtime, and no limit of workers exists there.
[[nodiscard, gnu::always_inline]] inline bool stop_requested() noexcept {
  const detail::worker& self = detail::current_worker();
  return self.poll_pending() && detail::stop_requested_slow(self);
}

/// Stops the innermost finish around the calling task: a finish block, the group that the task
/// belongs to, a launched task, or a root task (see runtime::run). A finish block without a result
/// returns outcome::stopped, group::wait does so, too, and everything that has a result throws
/// `stopped`. Exceptions arrive as if nothing had been stopped.
///
///     nuthatch::finish([&] {
///       for (const board& each : boards) {
///         nuthatch::async([&] {
///           if (solves(each)) {
///             note(each);
///             nuthatch::stop_finish();
///           }
///         });
///       }
///     });
///
/// @throws error on a thread that runs no task.
///
/// Cost: for the first call, a change of each worker's poll word. While anything is stopped in a
/// runtime, its spawns and joins take their slow paths.
void stop_finish();

}  // namespace nuthatch
