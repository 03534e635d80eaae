// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one fast path for spawning. Everything that most spawns do not need is behind the poll word,
// the published flag, and the empty stack cache.

#include <cstdint>
#include <exception>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/call_child.hpp>
#include <nuthatch/detail/join.hpp>

namespace nuthatch::detail {

/// Called help-first, after the spawner has linked what can be stolen: a fork_frame, a child of a
/// children_frame, or a task.
template <class What>
[[gnu::always_inline]] inline void spawned(worker& self, What& what) noexcept {
  if (self.poll_pending()) [[unlikely]] {
    detail::spawned_slow(self, what);
  }
}

/// Returns whether a spawn can be work-first now. Exceptions that are being handled or in flight
/// belong to the thread and could not follow a continuation: inside of handlers, and of destructors
/// during unwinding, spawns are help-first.
[[gnu::always_inline]] inline bool continuation_may_go(const worker& self) noexcept {
  return self.exceptions->none();
}

/// Returns std::uncaught_exceptions(), without a call if the worker knows it.
[[gnu::always_inline]] inline unsigned uncaught_exceptions() noexcept {
  const worker* const self = this_worker();
  return self == nullptr ? static_cast<unsigned>(std::uncaught_exceptions())
                         : self->exceptions->uncaught;
}

// ---- the mode of a spawn ----

/// Returns whether a fork, of one callable against another, is work-first: then the caller's
/// continuation can be stolen while the first callable runs, otherwise the second callable.
template <spawn_policy Policy>
[[gnu::always_inline]] inline bool fork_is_work_first(const worker& self) noexcept {
  const spawn_policy wanted = Policy == spawn_policy::adaptive ? self.policy : Policy;
  return wanted == spawn_policy::work_first && continuation_may_go(self);
}

/// Whether a fork may find requests in the poll word. A fork that finds none at its beginning does
/// not test the word a second time.
enum class requests : std::uint8_t { none, possible };

/// The mode of spawning a separate task, a child of a scope or an async, if it is counted.
enum class spawn_mode : std::uint8_t {
  help_first,  ///< its closure can be stolen
  undecided    ///< decided by plan_is_work_first once the closure is made
};

template <spawn_policy Policy>
[[gnu::always_inline]] inline spawn_mode mode_of_spawn(const worker& self) noexcept {
  const spawn_policy wanted = Policy == spawn_policy::adaptive ? self.child_policy : Policy;
  return wanted == spawn_policy::help_first ? spawn_mode::help_first : spawn_mode::undecided;
}

/// Returns whether a task whose closure exists is work-first, without consulting the scheduler's
/// plan.
template <spawn_policy Policy>
[[gnu::always_inline]] inline bool is_work_first(const worker& self) noexcept {
  if constexpr (Policy == spawn_policy::work_first) {
    return continuation_may_go(self);
  } else {
    return self.child_policy == spawn_policy::work_first && continuation_may_go(self) &&
           self.stacks.chain_may_grow();
  }
}

/// The same, consulting the scheduler's plan.
template <spawn_policy Policy>
[[gnu::always_inline]] inline bool plan_is_work_first(worker& self) {
  if constexpr (Policy == spawn_policy::adaptive) {
    return continuation_may_go(self) && choose_slow(self) == spawn_policy::work_first;
  } else {
    return is_work_first<Policy>(self);
  }
}

// ---- work-first ----

/// Wraps the closure of a child: ends backtraces, and informs the sanitizers.
template <class Body, bool Polled>
join_counter* child_main(void* argument) {
  NUTHATCH_OUTERMOST_FRAME();
  if constexpr (switches_announced) {
    sanitizer_begin_child();
  }
  return Body::template run<Polled>(argument);
}

/// Returns the stack of the next work-first child. Throws stack_limit_error.
[[gnu::always_inline]] inline fiber* stack_of_child(worker& self) {
  fiber* const first = self.stacks.first();
  if (first == nullptr) [[unlikely]] {
    return acquire_stack_slow(self);
  }
  return first;
}

/// Work-first: runs Body on the stack `child` while the continuation can be stolen. Returns true
/// if the continuation was published: then the caller may be on another worker, and the child may
/// still run. `join` counts an async.
template <class Body, requests Requests>
[[gnu::always_inline]] inline bool run_child_on(
    fiber* child, worker& self, void* argument, frame_kind kind, join_counter* join) {
  if (kind == frame_kind::async_continuation) {
    child->join = join;
  }
  self.stacks.take(child);
  self.frames.link(child->continuation, frame_tag::linked(kind));
  child_body body = child_main<Body, false>;
  if constexpr (Requests == requests::possible) {
    if (self.poll_pending()) [[unlikely]] {
      body = child_main<Body, true>;
      // A branch, which is predicted; a conditional move would wait for the load.
      asm volatile("");
    }
  }
  if constexpr (switches_announced) {
    sanitizer_leave_for_child(self, child);
  }
  child = call_child(argument, child, body);
  if constexpr (switches_announced) {
    sanitizer_return_to_parent();
  }
  if (child == nullptr) [[unlikely]] {
    return true;
  }
  // On the same worker. A fork needs it only here, and loads it again rather than saving one more
  // register at its beginning. Most other spawns are in loops, which keep it in a register anyway.
  worker& same = Requests == requests::none ? current_worker() : self;
  same.frames.unlink(child->continuation.older);
  same.stacks.put_back(child);
  return false;
}

/// Runs Body, as run_child_on does, on the next stack of the worker's cache.
template <class Body>
[[gnu::always_inline]] inline bool spawn_child(worker& self,
                                               void* argument,
                                               frame_kind kind = frame_kind::continuation,
                                               join_counter* join = nullptr) {
  return run_child_on<Body, requests::possible>(stack_of_child(self), self, argument, kind, join);
}

}  // namespace nuthatch::detail
