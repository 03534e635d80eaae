#pragma once

// Tasks of their own: the closures of scopes' children and of asyncs, and the one way to spawn
// them.

#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/make_task.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/user_code.hpp>

namespace nuthatch::detail {

/// A callable without arguments from a callable and its arguments, all copied or moved in.
template <class F, class... A>
[[gnu::always_inline]] inline auto bind_call(F&& f, A&&... a) {
  if constexpr (sizeof...(A) == 0) {
    return std::decay_t<F>(std::forward<F>(f));
  } else {
    return [f = std::decay_t<F>(std::forward<F>(f)),
            a = std::tuple<std::decay_t<A>...>(std::forward<A>(a)...)]() mutable {
      static_cast<void>(std::apply(std::move(f), std::move(a)));
    };
  }
}

template <class F, class... A>
using bound_call = decltype(bind_call(std::declval<F>(), std::declval<A>()...));

/// Whether what bind_call makes of them can be called.
template <class F, class... A>
inline constexpr bool spawnable =
    sizeof...(A) == 0 ? std::is_invocable_v<std::decay_t<F>&>
                      : std::is_invocable_v<std::decay_t<F>, std::decay_t<A>...>;

/// A function that makes a closure, with what is known of the code that it runs.
template <class Make, bool RunsUserCode>
struct closure_maker {
  Make make;

  static constexpr bool runs_user_code = RunsUserCode;

  [[gnu::always_inline]] auto operator()() { return make(); }
};

/// For a function that binds an F and As; see bind_call.
template <class F, class... A, class Make>
[[gnu::always_inline]] inline auto making(Make&& make) {
  constexpr bool silent =
      sizeof...(A) == 0 && std::is_trivially_constructible_v<std::decay_t<F>, F>;
  return closure_maker<Make, !silent>{std::forward<Make>(make)};
}

/// The worker after Make has made a closure.
template <class Make>
[[gnu::always_inline]] inline worker& worker_after(worker& before) noexcept {
  if constexpr (Make::runs_user_code) {
    return worker_after_user_code();
  } else {
    return before;
  }
}

/// A closure in its spawner's frame, which it is moved out of. What its destructor throws counts as
/// thrown by the task, which may run by then; see spawn_task for `to`.
template <class F, class To, bool Throws = !std::is_nothrow_destructible_v<F>>
struct made_closure {
  F closure;

  [[gnu::always_inline]] made_closure(To /*to*/, auto& make) : closure(make()) {}
};

template <class F, class To>
struct made_closure<F, To, /*Throws=*/true> {
  union {
    F closure;
  };

  made_closure(To to, auto& make) : closure(make()), to_(to) {}

  made_closure(const made_closure&) = delete;
  made_closure& operator=(const made_closure&) = delete;

  ~made_closure() {
    end_closure(&closure, [this] { to_.record_current_exception(); });
  }

 private:
  To to_;
};

/// How a closure that has been made is best passed on to a function that moves it: what fits into
/// registers there, since memory that was just written in parts would have to be waited for.
template <class F>
using passed_on =
    std::conditional_t<std::is_trivially_copyable_v<F> && sizeof(F) <= 2 * sizeof(void*), F, F&>;

/// Makes the closure of a work-first child from the spawner's and calls it. The same as in
/// closure_child::run, where the closure's destructor may throw, too: after the call has thrown
/// that would end the program.
template <bool Attended, class F>
void run_closure_with_throwing_end(join_counter& home, F& handed) {
  result_slot<F> kept;
  kept.set_moved(handed);
  if constexpr (Attended) {
    attend_child(worker_after_user_code(), home);
  }
  try {
    static_cast<void>(kept.value()());
  } catch (...) {
    home.record_current_exception();
  }
  kept.end();
}

/// What a work-first child finds in its spawner's frame, which may move on while it runs: it takes
/// the closure along before anything can be given away.
template <class F>
struct closure_child {
  join_counter* home;
  F* closure;

  template <bool Attended>
  static join_counter* run(void* argument) {
    const auto& handed = *static_cast<closure_child*>(argument);
    join_counter* const home = handed.home;
    try {
      if constexpr (!std::is_nothrow_destructible_v<F>) {
        run_closure_with_throwing_end<Attended>(*home, *handed.closure);
      } else {
        F closure(std::move(*handed.closure));
        if constexpr (Attended) {
          attend_child(worker_after_user_code(), *home);
        }
        static_cast<void>(closure());
      }
    } catch (...) {
      home->record_current_exception();
    }
    return home;
  }
};

/// The rest of spawn_task for a closure that is made.
template <spawn_policy P, class F, class To>
[[gnu::noinline]] void spawn_made(To to, passed_on<F> closure) {
  worker& self = worker_after_user_code();
  if (to.may_be_child(self) && child_if_asked<P>(self)) {
    to.template spawn_child<F>(self, closure);
    return;
  }
  auto make = making<F>([&closure]() -> F { return std::move(closure); });
  to.template spawn_fresh<F>(self, make);
}

/// Spawns a task of its own, of which make() returns the closure, an F. `to` is a handle on who
/// waits for it:
///
/// | member                     | what it does                                                   |
/// |----------------------------|----------------------------------------------------------------|
/// | counts(self)               | whether somebody waits, where a task of `self` spawns          |
/// | may_be_child(self)         | whether the new task may be work-first there                   |
/// | spawn_foreign(make)        | spawns where nobody counts, or throws                          |
/// | spawn_fresh(self, make)    | spawns help-first                                              |
/// | spawn_child(self, closure) | spawns work-first                                              |
/// | record_current_exception() | keeps what the task has thrown                                 |
///
/// The closure is made where it stays. Only copies of it are passed to functions, so compilers need
/// not have the user's own in memory first, from where copying it would have to wait for its parts
/// to be stored.
template <spawn_policy P, class F, class To, class Make>
[[gnu::always_inline]] inline void spawn_task(To to, Make& make) {
  worker* const self = this_worker();
  if (self == nullptr || !to.counts(*self)) [[unlikely]] {
    to.template spawn_foreign<F>(make);
  } else if (way_of_spawn<P>(*self) == spawn_way::fresh) [[likely]] {
    to.template spawn_fresh<F>(*self, make);
  } else {
    made_closure<F, To> made(to, make);  // NOLINT(misc-const-correctness): moved out of
    worker& here = worker_after<Make>(*self);
    if (to.may_be_child(here) && child_at_once<P>(here)) [[likely]] {
      to.template spawn_child<F>(here, made.closure);
    } else {
      spawn_made<P, F>(to, made.closure);
    }
  }
}

}  // namespace nuthatch::detail
