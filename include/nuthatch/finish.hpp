// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/spawn_task.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

namespace detail {

[[noreturn, gnu::cold]] void async_without_finish();

/// The rules of spawn_task for asyncs, which are counted by the innermost finish around the calling
/// task.
struct counted_by_finish {
  static constexpr bool checks_foreign_last = false;

  [[gnu::always_inline]] static bool counts(const worker& self) noexcept {
    return self.finish != nullptr;
  }

  [[gnu::always_inline]] static bool may_be_child(const worker& /*self*/) noexcept { return true; }

  static void record_current_exception() noexcept {
    static_cast<join_counter&>(*reload_worker().finish).record_current_exception();
  }

  template <class Function, class Make>
  [[noreturn]] static void spawn_foreign(Make& /*make*/) {
    async_without_finish();
  }

  template <class Function, class Make>
  [[gnu::always_inline]] static void spawn_fresh(worker& self, Make& make) {
    if (!counts(self)) [[unlikely]] {
      async_without_finish();
    }
    task* const made =
        make_task<Function, child_task, task_memory::of_worker>(&self, self.finish, make);
    worker& here = reload_worker_after<Make>(self);
    here.asyncs.keep(made);
    spawned(here, *made);
  }

  template <class Function>
  [[gnu::always_inline]] static void spawn_child(worker& self, Function& closure) {
    join_counter* const join = &static_cast<join_counter&>(*self.finish);
    closure_child<Function> handed{join, std::addressof(closure)};
    detail::spawn_child<closure_child<Function>>(
        self, std::addressof(handed), frame_kind::async_continuation, join);
  }

  template <class Function, class Make>
  [[gnu::always_inline]] static void spawn_placed(worker& self, Make& make) {
    spawn_placed_child<Function>(
        self, static_cast<join_counter&>(*self.finish), make, frame_kind::async_continuation);
  }
};

/// Not inlined, so that addresses distinguish the caller's objects from those of the body (E1).
template <class Function>
[[gnu::noinline]] value_of<Function&> finish_value(worker& self,
                                                   Function& body,
                                                   std::uintptr_t end_of_caller) {
  finish_state state(self, reinterpret_cast<const void*>(end_of_caller));
  value_of<Function&> value = detail::call_or(  // NOLINT(misc-const-correctness): moved out
      body,
      [&state](caught_exception& caught) __attribute__((always_inline)) {
        end_failed_finish(state, caught.take());
        throw_stopped();
      });
  end_finish(state);
  if (state.failed() || reload_worker().poll_pending()) [[unlikely]] {
    if (conclude_finish(state) == outcome::stopped) {
      throw_stopped();
    }
  }
  return value;
}

/// The same for a body without a result.
template <class Function>
[[gnu::noinline]] outcome finish_call(worker& self, Function& body, std::uintptr_t end_of_caller) {
  finish_state state(self, reinterpret_cast<const void*>(end_of_caller));
  bool failed = false;
  static_cast<void>(detail::call_or(
      body, [&state, &failed](caught_exception& caught) __attribute__((always_inline)) {
        end_failed_finish(state, caught.take());
        failed = true;
        return std::monostate();
      }));
  if (failed) [[unlikely]] {
    return outcome::stopped;
  }
  end_finish(state);
  if (state.failed() || reload_worker().poll_pending()) [[unlikely]] {
    return conclude_finish(state);
  }
  return outcome::done;
}

/// What a finish with this body returns; void if it cannot be called, which finish() reports.
template <class Function>
struct result_of_finish {
  using type = void;
};

template <class Function>
  requires(std::is_invocable_v<Function&>)
struct result_of_finish<Function> {
  using of_body = std::invoke_result_t<Function&>;
  using type = std::conditional_t<
      std::is_void_v<of_body>,
      outcome,
      std::conditional_t<std::is_reference_v<of_body>, of_body, value_of<Function&>>>;
};

template <class Function>
using finish_result = typename result_of_finish<Function>::type;

}  // namespace detail

/// Runs body() and returns when it and every async spawned in it have ended, transitively
/// (terminally strict computation, SLAW section III-B). Excluded are asyncs that something else
/// waits for (a nested finish, a future, a group), and the children of a scope that began before
/// the finish. Such a child is joined only by its scope, inside the finish or after it, and its
/// asyncs end before it does.
///
/// @param body  a callable without arguments, called in place, exactly once.
/// @return what body() returns. If it returns void: outcome::stopped if this finish or one around
///         it was stopped (see stop_finish), so that asyncs may not have run; otherwise
///         outcome::done.
/// @throws the exception of the body or of an async; task_errors if several threw; `stopped` in
///         place of a result if this finish or one around it was stopped.
///
/// Who may call: any thread; a foreign thread blocks while the default runtime runs the body.
template <class Function>
detail::finish_result<Function> finish(Function&& body) {
  static_assert(std::is_invocable_v<Function&>, "finish takes a callable without arguments");
  using result = std::invoke_result_t<Function&>;
  detail::worker* const self = detail::this_worker();
  if (self == nullptr) {
    auto inside = [&body]() -> detail::finish_result<Function> {
      return nuthatch::finish(body);
    };
    return detail::run_root_call(nullptr, inside);
  }
  if constexpr (std::is_reference_v<result>) {
    return detail::by_address(body, [](auto& address) { return nuthatch::finish(address); });
  } else if constexpr (std::is_void_v<result>) {
    return detail::finish_call(*self, body, detail::stack_pointer());
  } else {
    return detail::finish_value(*self, body, detail::stack_pointer());
  }
}

/// Spawns f(a...) under the innermost finish around the calling task. The async may outlive that
/// task. Every root task runs under a finish of its own.
///
/// @tparam Policy  the spawn policy, given by the tag work_first, help_first or adaptive.
/// @param f, a    a callable and its arguments, copied or moved into the task. A second move of
///         them must neither spawn nor wait, as for scope::spawn.
/// @throws what copying throws; std::bad_alloc; stack_limit_error; error if called on a foreign
///         thread outside of any finish, where nothing could wait for the async.
///
/// Cost: one block of task memory if help-first, none if work-first. Only stolen asyncs are
/// counted, by one atomic addition to the finish and one subtraction.
template <spawn_policy Policy, class Function, class... Args>
void async(policy_constant<Policy> /*policy*/, Function&& f, Args&&... a) {
  static_assert(detail::spawnable<Function, Args...>, "the callable does not take these arguments");
  using closure = detail::bound_call<Function, Args...>;
  auto make = detail::making<Function, Args...>([&]() __attribute__((always_inline)) -> closure {
    return detail::bind_call(std::forward<Function>(f), std::forward<Args>(a)...);
  });
  detail::spawn_task<Policy, closure>(detail::counted_by_finish{}, make);
}

/// As above, with the worker's policy (options::policy, or the scheduler's choice).
template <class Function, class... Args>
  requires(detail::spawnable<Function, Args...>)
void async(Function&& f, Args&&... a) {
  async(adaptive, std::forward<Function>(f), std::forward<Args>(a)...);
}

}  // namespace nuthatch
