// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/moved_callable.hpp>
#include <nuthatch/detail/origin.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/user_code.hpp>

namespace nuthatch::detail {

// In this file and in fork_join.hpp, Function and Other are the types that a forwarding reference
// deduces: an object type for a callable that is moved, a reference for one that stays in place.

/// The second callable of a help-first fork, in the frame of the function that forks.
template <class Other>
struct pending_call : fork_frame {
  Other g;
  result_slot<value_of<Other&>> result;

  explicit pending_call(Other&& callable) noexcept(std::is_nothrow_constructible_v<Other, Other&&>)
      : g(detail::moved_callable<Other>(callable)) {}

  static void run(fork_frame& base) noexcept {
    auto& self = static_cast<pending_call&>(base);
    try {
      self.result.set_from(self.g);
    } catch (...) {
      self.join.record_current_exception();
    }
  }

  static constexpr fork_operations operations{run, origin_of<Other>};

  /// From now on thieves may take g. Returns the frame that was the newest in the worker's list
  /// before.
  [[gnu::always_inline]] frame* link(worker& self) noexcept {
    return self.frames.link(*this, frame_tag::linked(operations));
  }

  /// Joins g after it was published, and returns its result.
  [[gnu::cold, gnu::noinline]] value_of<Other&> join_slow() {
    if (detail::join_fork_slow(*this)) {
      return detail::call(g);
    }
    return take_result();
  }

  /// Returns the result after another worker has run g.
  value_of<Other&> take_result() {
    if (join.failed()) {
      std::rethrow_exception(join.take_error());
    }
    return result.take();
  }

  /// Called after the other callable threw: g still runs, then all exceptions are thrown.
  [[noreturn, gnu::cold, gnu::noinline]] void join_failed(caught_exception& caught) {
    std::exception_ptr second = detail::run_after_failure(*this, operations);
    if (!second) {
      second = result.end_caught();
    }
    rethrow_both(caught.take(), std::move(second));
  }
};

/// Whether the program spawned the child, or the runtime continues the child's task on another
/// stack.
enum class spawn_source : std::uint8_t { program, runtime };

/// The first callable of a work-first fork, in the frame of the function that forks.
template <class Function, spawn_source By = spawn_source::program>
struct child_call {
  static constexpr bool spawns = By == spawn_source::program;

  join_counter join;
  Function f;
  result_slot<value_of<Function&>> result;

  explicit child_call(Function&& callable) noexcept(
      std::is_nothrow_constructible_v<Function, Function&&>)
      : f(detail::moved_callable<Function>(callable)) {}

  template <bool Polled>
  static join_counter* run(void* argument) {
    auto& self = *static_cast<child_call*>(argument);
    if constexpr (Polled && spawns) {
      static_cast<void>(child_begun_slow(reload_worker(), self.join));  // it always runs
    } else if constexpr (Polled) {
      serve_requests(reload_worker());
    }
    try {
      self.result.set_from(self.f);
    } catch (...) {
      self.join.record_current_exception();
    }
    return &self.join;
  }

  /// Runs f on the worker's next stack. What follows can be stolen. If f is the remainder of the
  /// same task, what follows resumes when f has ended, perhaps on another worker.
  template <requests Requests = requests::possible>
  [[gnu::always_inline]] void spawn(worker& self, fiber* stack) {
    constexpr frame_kind kind = spawns ? frame_kind::continuation : frame_kind::same_task;
    if (detail::run_child_on<child_call, Requests>(stack, self, this, kind, nullptr)) [[unlikely]] {
      join.forked = spawns ? 1 : 0;
    }
  }

  /// Waits for f, and returns its result and the one of what followed.
  template <class Pair, class Second>
  [[gnu::always_inline]] Pair join_with(Second&& second) {
    if (join.parent_needed()) [[unlikely]] {
      return detail::addressed_here(*this).template join_slow<Pair, Second>(
          std::forward<Second>(second));
    }
    return {result.take(), std::forward<Second>(second)};
  }

  /// The result of what followed is a parameter, so the caller keeps nothing during the wait.
  template <class Pair, class Second>
  [[gnu::cold, gnu::noinline]] Pair join_slow(register_param<Second> second) {
    join_child_slow(join);
    return {result.take(), std::move(second)};
  }

  /// Called after the other callable threw.
  [[noreturn, gnu::cold, gnu::noinline]] void join_failed(caught_exception& caught) {
    std::exception_ptr second = caught.take();
    std::exception_ptr first = join_child_after_failure(join);
    if (!first) {
      result.discard();
    }
    rethrow_both(std::move(first), std::move(second));
  }
};

}  // namespace nuthatch::detail
