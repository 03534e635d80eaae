// SPDX-License-Identifier: Apache-2.0
#pragma once

// Separate tasks: the closures of scopes' children and of asyncs, and the one way to spawn them.

#include <functional>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/make_task.hpp>
#include <nuthatch/detail/moved_callable.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/user_code.hpp>

namespace nuthatch::detail {

/// Returns a callable without arguments that calls f with its arguments, all copied or moved in.
template <class Function, class... Args>
[[gnu::always_inline]] inline auto bind_call(Function&& f, Args&&... a) {
  if constexpr (sizeof...(Args) == 0) {
    return std::decay_t<Function>(std::forward<Function>(f));
  } else {
    return [f = std::decay_t<Function>(std::forward<Function>(f)),
            a = std::tuple<std::decay_t<Args>...>(std::forward<Args>(a)...)]() mutable {
      static_cast<void>(std::apply(std::move(f), std::move(a)));
    };
  }
}

template <class Function, class... Args>
using bound_call = decltype(detail::bind_call(std::declval<Function>(), std::declval<Args>()...));

/// Whether the callable that bind_call returns can be called.
template <class Function, class... Args>
inline constexpr bool spawnable =
    sizeof...(Args) == 0 ? std::is_invocable_v<std::decay_t<Function>&>
                         : std::is_invocable_v<std::decay_t<Function>, std::decay_t<Args>...>;

/// A function that creates a closure, and whether that runs user code.
template <class Make, bool RunsUserCode>
struct closure_maker {
  Make make;

  static constexpr bool runs_user_code = RunsUserCode;

  [[gnu::always_inline]] auto operator()() { return make(); }
};

/// For a function that binds a Function and Args; see bind_call.
template <class Function, class... Args, class Make>
[[gnu::always_inline]] inline auto making(Make&& make) {
  constexpr bool silent =
      sizeof...(Args) == 0 && std::is_trivially_constructible_v<std::decay_t<Function>, Function>;
  return closure_maker<Make, !silent>{std::forward<Make>(make)};
}

/// Returns the worker after Make has created a closure.
template <class Make>
[[gnu::always_inline]] inline worker& reload_worker_after(worker& before) noexcept {
  if constexpr (Make::runs_user_code) {
    return reload_worker();
  } else {
    return before;
  }
}

/// A closure in its spawner's frame, from which it is moved. Exceptions of its destructor count as
/// exceptions of the task, which may be running by then; see spawn_task for `to`.
template <class Function, class To, bool Throws = !std::is_nothrow_destructible_v<Function>>
struct local_closure {
  Function closure;

  [[gnu::always_inline]] local_closure(To /*to*/, auto& make) : closure(make()) {}
};

template <class Function, class To>
struct local_closure<Function, To, /*Throws=*/true> {
  union {
    Function closure;
  };

  local_closure(To to, auto& make) : closure(make()), to_(to) {}

  local_closure(const local_closure&) = delete;
  local_closure& operator=(const local_closure&) = delete;

  ~local_closure() {
    end_closure(std::addressof(closure), [this] { to_.record_current_exception(); });
  }

 private:
  To to_;
};

/// How to pass a closure to a function that moves it: in registers if it fits, because a load from
/// memory that was just written in parts would stall.
template <class Function>
using register_param_or_reference = std::conditional_t<std::is_trivially_copyable_v<Function> &&
                                                           sizeof(Function) <= 2 * sizeof(void*),
                                                       Function,
                                                       Function&>;

/// Creates the closure of a work-first child from the spawner's and calls it. The same as in
/// closure_child::run, for closures whose destructors may throw: an exception of the destructor
/// after one of the call would terminate the program there.
template <bool Polled, class Function>
void run_closure_with_throwing_end(join_counter& join, Function& handed) {
  result_slot<Function> kept;
  kept.set_moved(handed);
  try {
    if (!Polled || !child_begun_slow(reload_worker(), join)) {
      static_cast<void>(kept.value()());
    }
  } catch (...) {
    join.record_current_exception();
  }
  kept.end();
}

/// What a work-first child finds in its spawner's frame, which may continue while the child runs.
/// The child moves the closure out before anything can be published.
template <class Function>
struct closure_child {
  join_counter* join;
  Function* closure;

  template <bool Polled>
  static join_counter* run(void* argument) {
    const auto& handed = *static_cast<closure_child*>(argument);
    join_counter* const join = handed.join;
    try {
      if constexpr (!std::is_nothrow_destructible_v<Function>) {
        run_closure_with_throwing_end<Polled>(*join, *handed.closure);
      } else {
        Function closure(std::move(*handed.closure));
        if (!Polled || !child_begun_slow(reload_worker(), *join)) {
          static_cast<void>(closure());
        }
      }
    } catch (...) {
      join->record_current_exception();
    }
    return join;
  }
};

/// A work-first child whose closure is in the header of its stack (B6), where it is created and
/// called. `join` counts the child.
template <class Function>
struct placed_child {
  join_counter* join;
  Function closure;

  template <bool Polled>
  static join_counter* run(void* argument) {
    auto& placed = *static_cast<placed_child*>(argument);
    join_counter* const join = placed.join;
    try {
      if (!Polled || !child_begun_slow(reload_worker(), *join)) {
        static_cast<void>(placed.closure());
      }
    } catch (...) {
      join->record_current_exception();
    }
    std::destroy_at(std::addressof(placed.closure));
    return join;
  }
};

/// Whether work-first children of this type are created in the headers of their stacks. Creating
/// them there must not run user code, which could spawn onto the same stack.
template <class Function, class Make>
inline constexpr bool is_placed =
    !Make::runs_user_code && std::is_nothrow_destructible_v<Function> &&
    sizeof(placed_child<Function>) <= sizeof(fiber::child_closure) &&
    alignof(placed_child<Function>) <= 16;

/// Runs such a child; see run_child_on.
template <class Function, class Make>
[[gnu::always_inline]] inline bool spawn_placed_child(worker& self,
                                                      join_counter& join,
                                                      Make& make,
                                                      frame_kind kind) {
  fiber* const child = stack_of_child(self);
  auto* const placed =
      ::new (static_cast<void*>(child->child_closure)) placed_child<Function>{&join, make()};
  return detail::run_child_on<placed_child<Function>, requests::possible>(
      child, self, placed, kind, &join);
}

/// The part of spawn_task that follows when the closure exists.
template <spawn_policy Policy, class Function, class To>
[[gnu::noinline]] void spawn_made(To to, register_param_or_reference<Function> closure) {
  worker& self = reload_worker();
  auto make = making<Function>(
      [&closure]() -> Function { return detail::moved_callable<Function>(closure); });
  if (!to.may_be_child(self) || !plan_is_work_first<Policy>(self)) {
    to.template spawn_fresh<Function>(self, make);
  } else if constexpr (is_placed<Function, decltype(make)>) {
    to.template spawn_placed<Function>(self, make);
  } else {
    to.template spawn_child<Function>(self, closure);
  }
}

/// Spawns a separate task whose closure, a Function, make() returns. `to` represents what waits for
/// it:
///
/// | member                     | effect                                                         |
/// |----------------------------|----------------------------------------------------------------|
/// | spawn_fresh(self, make)    | spawns help-first, also where counts() is false                |
/// | counts(self)               | returns whether tasks that `self` spawns are counted           |
/// | spawn_foreign(make)        | spawns a task that is not counted, or throws                   |
/// | checks_foreign_last        | spawn_fresh() finds out itself that counts() is false          |
/// | may_be_child(self)         | returns whether the new task may be work-first there           |
/// | spawn_child(self, closure) | spawns work-first                                              |
/// | spawn_placed(self, make)   | the same if is_placed                                          |
/// | record_current_exception() | stores the exception of the task                               |
///
/// The closure is created at its final place. Functions receive only copies of it, so compilers
/// need not store the user's object in memory first, from where copying it would have to wait for
/// the stores of its parts. For the same reason, callers define `make` as always_inline: compilers
/// would not inline it where it is cold, and the user's object would have an address there.
template <spawn_policy Policy, class Function, class To, class Make>
[[gnu::always_inline]] inline void spawn_task(To to, Make& make) {
  worker& self = current_worker();
  if (mode_of_spawn<Policy>(self) == spawn_mode::help_first) [[likely]] {
    to.template spawn_fresh<Function>(self, make);
    return;
  }
  if constexpr (!To::checks_foreign_last) {
    if (!to.counts(self)) [[unlikely]] {
      to.template spawn_foreign<Function>(make);
      return;
    }
  }
  if constexpr (is_placed<Function, Make>) {
    if (to.may_be_child(self) && is_work_first<Policy>(self)) [[likely]] {
      to.template spawn_placed<Function>(self, make);
    } else {
      Function closure = make();  // NOLINT(misc-const-correctness): moved out of
      detail::spawn_made<Policy, Function>(to, closure);
    }
  } else {
    local_closure<Function, To> made(to, make);  // NOLINT(misc-const-correctness): moved out of
    worker& here = reload_worker_after<Make>(self);
    if (to.may_be_child(here) && is_work_first<Policy>(here)) [[likely]] {
      to.template spawn_child<Function>(here, made.closure);
    } else {
      spawn_made<Policy, Function>(to, made.closure);
    }
  }
}

}  // namespace nuthatch::detail
