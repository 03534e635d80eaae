#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <functional>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/scope_use.hpp>
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

/// Makes the default runtime if there is none. Throws what the constructor of runtime throws.
[[gnu::cold, gnu::noinline]] void require_default_runtime();

/// Hands a task to the default runtime, which there is, from a foreign thread.
[[gnu::cold, gnu::noinline]] void inject_foreign(task* made) noexcept;

/// Waits on a foreign thread.
[[gnu::cold, gnu::noinline]] void wait_foreign(join_counter& join);

}  // namespace detail

/// Spawns any number of children and waits for them (strict fork/join, as Cilk's spawn and sync).
///
/// A scope belongs to the task (or foreign thread) that makes it, which alone may spawn into it,
/// sync and end it: not its children, nor the callables of a fork_join or the body of a parallel
/// loop. The program is ended with a message where one of these tries and that is noticed: in any
/// build, when it runs on another stack or breaks the order of joins; in code that is compiled
/// without NDEBUG always, and with the place where the scope was made. What several tasks spawn
/// into is a group.
///
/// (A scope of a foreign thread may also be used in the body of a finish or run that this thread
/// calls.)
///
/// A child runs under the finish around its scope, wherever it is joined: its asyncs may outlive
/// the join, and that finish waits for them. A child that is spawned inside of a finish that began
/// after the scope has a finish of its own instead: its asyncs are part of it, and the join waits
/// for them, too. Such a child is help-first and costs as much as an async. The same is true of all
/// children of a scope that is not a local variable: on the heap, or in static storage.
///
/// The destructor waits for the children; call sync() to get their exceptions, since a destructor
/// that runs without one having been thrown already passes on what it finds by throwing, and one
/// that runs during unwinding keeps it for nobody.
///
/// Cost: help-first about 20 instructions per child and one block of task memory, given back at the
/// sync; work-first about fifty instructions and no memory but the stacks that are cached. No
/// atomic access but one relaxed load per child that is not stolen.
class scope : detail::children_frame {
 public:
  /// @param made  where, for messages about uses that are not allowed.
  scope(  // NOLINT(google-explicit-constructor): nobody has one by accident
      const std::source_location& made = std::source_location::current()) noexcept
      : scope(detail::this_worker(), made) {}

  scope(const scope&) = delete;
  scope& operator=(const scope&) = delete;

  /// Waits as sync() does, and throws like it, unless an exception has been thrown that ends the
  /// scope: then those of the children are lost.
  ~scope() noexcept(false) {
    check(detail::scope_use::end);
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
    check(detail::scope_use::spawn);
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
      if (!detail::continuation_may_go(*self) || self->finish != finish) [[unlikely]] {
        spawn_fresh_outlined<closure>(make());
        return;
      }
      closure made = make();  // NOLINT(misc-const-correctness): moved, if it can be
      detail::worker& here = *detail::this_worker();  // making the closure may have waited
      spawn_child<closure>(here, made);
    } else if (self->child_policy != spawn_policy::help_first) [[unlikely]] {
      closure made = make();  // NOLINT(misc-const-correctness): moved, if it can be
      detail::worker& here = *detail::this_worker();  // making the closure may have waited
      if (here.finish == finish && detail::work_first_at_once(here)) [[likely]] {
        spawn_child<closure>(here, made);
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
    check(detail::scope_use::sync);
    if (newest_child != nullptr) {
      run_here();
    }
    if (join_.parent_needed()) [[unlikely]] {
      sync_slow();
    }
  }

 private:
  scope(detail::worker* self, [[maybe_unused]] const std::source_location& made) noexcept
      : children_frame(&join_),
        uncaught_(self == nullptr ? static_cast<unsigned>(std::uncaught_exceptions())
                                  : self->exceptions->uncaught) {
    if (self == nullptr) [[unlikely]] {
      detail::made_by_foreign(*this);
    } else {
      finish = detail::finish_around(*self, *this);
    }
    if constexpr (detail::scope_uses_checked) {
      made_at_ = made;
      checked = detail::scope_check::named;
    }
  }

  [[gnu::always_inline]] inline void check(detail::scope_use how) const {
    if constexpr (detail::scope_uses_checked) {
      detail::check_scope_use(
          *this, how, checked == detail::scope_check::not_checked ? nullptr : &made_at_);
    }
  }

  [[gnu::always_inline]] inline void run_here() {
    if constexpr (detail::scope_uses_checked) {
      checked = detail::scope_check::joining;
    }
    detail::run_children(*this);
    if constexpr (detail::scope_uses_checked) {
      checked = detail::scope_check::named;
    }
  }

  /// Spawns a work-first child, which moves the closure along from its spawner's frame.
  template <class F>
  [[gnu::always_inline]] inline void spawn_child(detail::worker& self, F& closure) {
    detail::scope_child<F> handed{&join_, &closure};
    if (detail::spawn_child<detail::scope_child<F>>(
            self, &handed, detail::frame_of_continuation, nullptr)) [[unlikely]] {
      note_detached();
    }
  }

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
    if (self.finish == finish && detail::chosen(self) == spawn_policy::work_first) {
      spawn_child<F>(self, closure);
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
    detail::check_scope_use(*this, detail::scope_use::spawn, nullptr);
    // Before there is anything that a failure would leave behind.
    detail::require_default_runtime();
    detail::task* const made =
        detail::make_task<F, detail::child_task, detail::task_memory::of_heap>(
            nullptr, &join_, make);
    join_.parent_detached(1);
    detail::inject_foreign(made);
  }

  [[gnu::cold, gnu::noinline]] void note_detached();
  void wait_all();
  [[gnu::cold, gnu::noinline]] void sync_slow();
  [[gnu::cold, gnu::noinline]] void end_slow();

  detail::join_counter join_;
  unsigned uncaught_;  // exceptions in flight when the scope began

  union {
    std::source_location
        made_at_;  // NOLINT(readability-identifier-naming): private, as the union is
  };
};

}  // namespace nuthatch
