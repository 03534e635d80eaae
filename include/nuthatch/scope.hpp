#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

namespace detail {

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

/// How a closure that has been made is best passed on to a function that moves it: what fits into
/// registers there, since memory that was just written in parts would have to be waited for.
template <class F>
using passed_on =
    std::conditional_t<std::is_trivially_copyable_v<F> && sizeof(F) <= 2 * sizeof(void*), F, F&>;

template <class F, class... A>
using bound_call = decltype(bind_call(std::declval<F>(), std::declval<A>()...));

/// Whether what bind_call makes of them can be called.
template <class F, class... A>
inline constexpr bool spawnable =
    sizeof...(A) == 0 ? std::is_invocable_v<std::decay_t<F>&>
                      : std::is_invocable_v<std::decay_t<F>, std::decay_t<A>...>;

/// Makes the closure of a work-first child from the spawner's and calls it. The same as in
/// scope_child::run, where the closure's destructor may throw, too: after the call has thrown that
/// would end the program.
template <bool Attended, class F>
void run_closure_with_throwing_end(join_counter& home, F& handed) {
  result_slot<F> kept;
  kept.set_moved(handed);
  if constexpr (Attended) {
    attend_spawn(*this_worker());
  }
  try {
    static_cast<void>(kept.value()());
  } catch (...) {
    home.record_current_exception();
  }
  kept.end();
}

/// What a work-first child of a scope finds in its spawner's frame, which may move on while it
/// runs: it takes the closure along before anything can be given away.
template <class F>
struct scope_child {
  join_counter* home;
  F* closure;

  template <bool Attended>
  static join_counter* run(void* argument) {
    const auto& handed = *static_cast<scope_child*>(argument);
    join_counter* const home = handed.home;
    try {
      if constexpr (!std::is_nothrow_destructible_v<F>) {
        run_closure_with_throwing_end<Attended>(*home, *handed.closure);
      } else {
        F closure(std::move(*handed.closure));
        if constexpr (Attended) {
          attend_spawn(*this_worker());
        }
        static_cast<void>(closure());
      }
    } catch (...) {
      home->record_current_exception();
    }
    return home;
  }
};

/// Spawns a work-first child, which moves the closure along from its spawner's frame.
template <class F>
[[gnu::always_inline]] inline void spawn_scope_child(worker& self, join_counter& join, F& closure) {
  scope_child<F> handed{&join, &closure};
  if (spawn_child<scope_child<F>>(self, &handed, frame_of_continuation, nullptr)) [[unlikely]] {
    join.parent_detached(1);
  }
}

/// Makes the default runtime if there is none. Throws what the constructor of runtime throws.
[[gnu::cold, gnu::noinline]] void require_default_runtime();

/// Hands a task to the default runtime, which there is, from a foreign thread.
[[gnu::cold, gnu::noinline]] void inject_foreign(task* made) noexcept;

/// Waits on a foreign thread.
[[gnu::cold, gnu::noinline]] void wait_foreign(join_counter& join);

}  // namespace detail

/// Spawns any number of children and waits for them (strict fork/join, as Cilk's spawn and sync).
///
/// A scope lives on the stack of one task (or foreign thread), which alone may use it. The
/// destructor waits for the children; call sync() to get their exceptions, since a destructor that
/// runs without one having been thrown already passes on what it finds by throwing, and one that
/// runs during unwinding keeps it for nobody.
///
/// Cost: help-first about 20 instructions per child and one block of task memory, given back at the
/// sync; work-first about fifty instructions and no memory but the stacks that are cached. No
/// atomic access but one relaxed load per child that is not stolen.
class scope : detail::children_frame {
 public:
  scope() noexcept : scope(detail::this_worker()) {}

  scope(const scope&) = delete;
  scope& operator=(const scope&) = delete;

  /// Waits as sync() does, and throws like it, unless an exception has been thrown that ends the
  /// scope: then those of the children are lost.
  ~scope() noexcept(false) {
    // A frame that is linked has children; or end_slow would find it.
    if (newest_child != nullptr || join_.parent_needed()) [[unlikely]] {
      end_slow();
    }
  }

  /// Spawns f(a...), with copies of f and a (moved when given as rvalues; std::ref for references).
  /// Moving them once more must not itself spawn or wait. What that or their destructors throw
  /// counts as thrown by the child.
  ///
  /// @throws what copying throws; std::bad_alloc; stack_limit_error. Then nothing has been spawned.
  template <spawn_policy P, class F, class... A>
  [[gnu::always_inline]] inline void spawn(policy_constant<P> /*policy*/, F&& f, A&&... a) {
    static_assert(detail::spawnable<F, A...>, "the callable does not take these arguments");
    using closure = detail::bound_call<F, A...>;
    detail::worker* const self = detail::this_worker();
    // The closure is made where it stays. Only copies of it are passed to functions, so compilers
    // need not have the user's own in memory first, from where copying it would have to wait for
    // its parts to be stored.
    auto make = [&]() -> closure {
      return detail::bind_call(std::forward<F>(f), std::forward<A>(a)...);
    };
    if (self == nullptr) [[unlikely]] {
      spawn_from_foreign<closure>(make());
    } else if constexpr (P == spawn_policy::help_first) {  // NOLINT(bugprone-branch-clone)
      spawn_fresh<closure>(*self, make);
    } else if constexpr (P == spawn_policy::work_first) {
      if (!detail::continuation_may_go(*self)) [[unlikely]] {
        spawn_fresh_outlined<closure>(make());
        return;
      }
      closure made = make();  // NOLINT(misc-const-correctness): moved, if it can be
      detail::worker& here = *detail::this_worker();  // making the closure may have waited
      detail::spawn_scope_child<closure>(here, join_, made);
    } else if (self->child_policy != spawn_policy::help_first) [[unlikely]] {
      closure made = make();  // NOLINT(misc-const-correctness): moved, if it can be
      detail::worker& here = *detail::this_worker();  // making the closure may have waited
      if (detail::work_first_at_once(here)) [[likely]] {
        detail::spawn_scope_child<closure>(here, join_, made);
      } else {
        spawn_chosen<closure>(made);
      }
    } else {
      spawn_fresh<closure>(*self, make);
    }
  }

  /// As above; the spawn follows the worker's policy (options::policy, or the scheduler's choice).
  template <class F, class... A>
    requires(detail::spawnable<F, A...>)
  [[gnu::always_inline]] inline void spawn(F&& f, A&&... a) {
    spawn(adaptive, std::forward<F>(f), std::forward<A>(a)...);
  }

  /// Waits for all children spawned so far, running those that nobody took. Another OS thread may
  /// go on with the task afterwards. The scope can be used again.
  ///
  /// @throws the exception of a child; task_errors with all of them when several threw.
  [[gnu::always_inline]] inline void sync() {
    if (newest_child != nullptr) {
      detail::run_children(*this);
    }
    if (join_.parent_needed()) [[unlikely]] {
      sync_slow();
    }
  }

 private:
  explicit scope(detail::worker* self) noexcept
      : children_frame(&join_, self == nullptr ? nullptr : self->finish),
        uncaught_(self == nullptr ? static_cast<unsigned>(std::uncaught_exceptions())
                                  : self->exceptions->uncaught) {}

  template <class F, class Make>
  [[gnu::always_inline]] inline void spawn_fresh(detail::worker& self, Make& make) {
    detail::task* const child =
        detail::make_task<F, detail::child_task, detail::task_memory::of_worker>(
            &self, &join_, make);
    // Copying may have waited, unless it is only bytes.
    detail::add_child(
        std::is_trivially_copyable_v<F> ? self : *detail::this_worker(), *this, child);
  }

  template <class F>
  [[gnu::noinline]] void spawn_chosen(detail::passed_on<F> closure) {
    detail::worker& self = *detail::this_worker();
    if (detail::chosen(self) == spawn_policy::work_first) {
      detail::spawn_scope_child<F>(self, join_, closure);
    } else {
      spawn_fresh_outlined<F>(std::move(closure));
    }
  }

  template <class F>
  [[gnu::noinline]] void spawn_fresh_outlined(F closure) {
    auto make = [&closure]() -> F {
      return std::move(closure);
    };
    spawn_fresh<F>(*detail::this_worker(), make);
  }

  template <class F>
  [[gnu::cold, gnu::noinline]] void spawn_from_foreign(F closure) {
    auto make = [&closure]() -> F {
      return std::move(closure);
    };
    // Before there is anything that a failure would leave behind.
    detail::require_default_runtime();
    detail::task* const made =
        detail::make_task<F, detail::child_task, detail::task_memory::of_heap>(
            nullptr, &join_, make);
    join_.parent_detached(1);
    detail::inject_foreign(made);
  }

  void wait_all();
  [[gnu::cold, gnu::noinline]] void sync_slow();
  [[gnu::cold, gnu::noinline]] void end_slow();

  detail::join_counter join_;
  unsigned uncaught_;  // exceptions in flight when the scope began
};

}  // namespace nuthatch
