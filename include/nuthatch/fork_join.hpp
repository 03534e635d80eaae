#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/origin.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

namespace detail {

// In this file F and G are what a forwarding reference deduces: a type for a callable that was
// handed over, which is moved along, a reference for one that stays where it is.

template <class G>
struct pending_call : fork_frame {
  G g;
  result_slot<value_of<G&>> result;

  explicit pending_call(G&& callable) noexcept(std::is_nothrow_constructible_v<G, G&&>)
      : g(std::forward<G>(callable)) {}

  static void run(fork_frame& base) noexcept {
    auto& self = static_cast<pending_call&>(base);
    try {
      self.result.set_from(self.g);
    } catch (...) {
      self.join.record_current_exception();
    }
  }

  static constexpr fork_operations operations{run, origin_of<G>};

  /// Joins g after it was given away, and returns its result.
  [[gnu::cold, gnu::noinline]] value_of<G&> join_slow() {
    if (join_fork_slow(*this)) {
      return call(g);
    }
    return take_result();
  }

  /// After others have run g.
  value_of<G&> take_result() {
    if (join.failed()) {
      std::rethrow_exception(join.take_error());
    }
    return result.take();
  }

  /// After the other callable threw: g still runs, then everything is thrown.
  [[noreturn, gnu::cold, gnu::noinline]] void join_failed(caught_exception& caught) {
    std::exception_ptr first = caught.take();
    std::exception_ptr second;
    try {
      if (taken(*this)) {
        static_cast<void>(join_slow());
      } else {
        unlink(*this_worker(), older);
        static_cast<void>(call(g));
      }
    } catch (...) {
      second = std::current_exception();
    }
    rethrow_both(std::move(first), std::move(second));
  }
};

/// Two results; unlike a std::tuple of small ones, returned in registers.
template <class F, class G>
struct pair_of_results {
  F first;
  G second;
};

template <class F, class G>
using result_pair =
    pair_of_results<value_of<std::remove_reference_t<F>&>, value_of<std::remove_reference_t<G>&>>;

/// f runs here while g can be stolen; g runs here afterwards if it was not.
template <class F, class G>
[[gnu::always_inline]] inline result_pair<F, G> fork_join_help_first(worker* self, F&& f, G&& g) {
  pending_call<G> pending(std::forward<G>(g));
  if constexpr (!std::is_reference_v<G> && !std::is_trivially_copyable_v<G>) {
    self = this_worker();  // moving g may have waited
  }
  frame* const older =
      link(*self, pending, reinterpret_cast<std::uintptr_t>(&pending_call<G>::operations));
  spawned(*self);
  auto first = call_or(
      f, [&pending](caught_exception& caught) { addressed_here(pending).join_failed(caught); });
  if (taken(pending)) [[unlikely]] {
    if constexpr (!std::is_nothrow_move_constructible_v<value_of<F&>>) {
      auto second = addressed_here(pending).join_slow();  // before a move that may throw
      return {std::move(first), std::move(second)};
    } else {
      return {std::move(first), addressed_here(pending).join_slow()};
    }
  }
  unlink(*self, older);
  if constexpr (!std::is_nothrow_move_constructible_v<value_of<F&>>) {
    auto second = call(pending.g);
    return {std::move(first), std::move(second)};
  } else {
    return {std::move(first), call(pending.g)};
  }
}

template <class F>
struct child_call {
  join_counter join;
  F f;
  result_slot<value_of<F&>> result;

  explicit child_call(F&& callable) noexcept(std::is_nothrow_constructible_v<F, F&&>)
      : f(std::forward<F>(callable)) {}

  template <bool Attended>
  static join_counter* run(void* argument) {
    auto& self = *static_cast<child_call*>(argument);
    if constexpr (Attended) {
      attend_spawn(*this_worker());
    }
    try {
      self.result.set_from(self.f);
    } catch (...) {
      self.join.record_current_exception();
    }
    return &self.join;
  }

  /// Waits for f if it was detached, and throws what it threw.
  [[gnu::cold, gnu::noinline]] void join_slow() {
    if (join.forked != 0) {
      wait_slow(join);
    }
    if (join.failed()) {
      std::rethrow_exception(join.take_error());
    }
  }

  /// After the other callable threw.
  [[noreturn, gnu::cold, gnu::noinline]] void join_failed(caught_exception& caught) {
    std::exception_ptr second = caught.take();
    if (join.forked != 0) {
      wait_slow(join);
    }
    if (join.failed()) {
      rethrow_both(join.take_error(), std::move(second));
    }
    result.discard();
    std::rethrow_exception(std::move(second));
  }
};

/// f runs at once on a stack of its own while the rest, g included, can be stolen.
template <class F, class G>
[[gnu::always_inline]] inline result_pair<F, G> fork_join_work_first(worker* self, F&& f, G&& g) {
  child_call<F> child(std::forward<F>(f));
  if constexpr (!std::is_reference_v<F> && !std::is_trivially_copyable_v<F>) {
    self = this_worker();  // moving f may have waited
  }
  // What g needs is put into memory here, and not already where the calling function begins, which
  // then needs no frame on its paths without a spawn.
  asm volatile("" : : "r"(std::addressof(g)) : "memory");
  if (spawn_child<child_call<F>>(*self, &child, frame_of_continuation, nullptr)) [[unlikely]] {
    child.join.forked = 1;
  }
  auto second =
      call_or(g, [&child](caught_exception& caught) { addressed_here(child).join_failed(caught); });
  if (child.join.parent_needed()) [[unlikely]] {
    addressed_here(child).join_slow();
  }
  return {child.result.take(), std::move(second)};
}

// The one of the two that a call site seldom takes, kept out of the other one's frame. The worker
// is read inside: moving the callables here may have waited.

template <class F, class G>
[[gnu::noinline]] result_pair<F, G> fork_join_work_first_outlined(F f, G g) {
  return fork_join_work_first<F, G>(this_worker(), std::forward<F>(f), std::forward<G>(g));
}

template <class F, class G>
[[gnu::cold, gnu::noinline]] result_pair<F, G> fork_join_help_first_outlined(F f, G g) {
  return fork_join_help_first<F, G>(this_worker(), std::forward<F>(f), std::forward<G>(g));
}

template <spawn_policy P, class F, class G>
[[gnu::cold, gnu::noinline]] result_pair<F, G> fork_join_foreign(F f, G g);

template <spawn_policy P, class F, class G>
[[gnu::cold, gnu::noinline]] result_pair<F, G> fork_join_on_another_stack(F f, G g);

/// How a callable is handed to fork_join_pair: in registers where it fits, as most lambdas do that
/// capture a value or two.
template <class F>
struct handing {
  using type = F&&;
};

template <class F>
  requires(std::is_object_v<F> && std::is_trivially_copyable_v<F> && sizeof(F) <= 2 * sizeof(void*))
struct handing<F> {
  using type = F;
};

template <class F>
using handed = typename handing<F>::type;

/// Not inlined: so the function that forks stays small, and compilers inline its other path, the
/// leaf of the recursion, into the callables, which run in here. That saves more than half of all
/// calls, and costs none, since the call of this function takes the place of the call of that one.
template <spawn_policy P, class F, class G>
[[gnu::noinline]] result_pair<F, G> fork_join_pair(handed<F> f, handed<G> g) {
  worker* const self = this_worker();
  if (self == nullptr) [[unlikely]] {
    return fork_join_foreign<P, F, G>(std::forward<F>(f), std::forward<G>(g));
  }
  if (stack_nearly_full(*self)) [[unlikely]] {
    return fork_join_on_another_stack<P, F, G>(std::forward<F>(f), std::forward<G>(g));
  }
  if constexpr (P == spawn_policy::work_first) {
    if (!continuation_may_go(*self)) [[unlikely]] {
      return fork_join_help_first_outlined<F, G>(std::forward<F>(f), std::forward<G>(g));
    }
    return fork_join_work_first<F, G>(self, std::forward<F>(f), std::forward<G>(g));
  } else {
    if constexpr (P == spawn_policy::adaptive) {
      if (self->policy == spawn_policy::work_first && continuation_may_go(*self)) [[unlikely]] {
        return fork_join_work_first_outlined<F, G>(std::forward<F>(f), std::forward<G>(g));
      }
    }
    return fork_join_help_first<F, G>(self, std::forward<F>(f), std::forward<G>(g));
  }
}

template <spawn_policy P, class F, class G>
result_pair<F, G> fork_join_foreign(F f, G g) {
  auto whole = [&f, &g] {
    return fork_join_pair<P, F&, G&>(f, g);
  };
  return run_root_call(nullptr, whole);
}

/// Both callables leave the present stack, which is nearly full.
template <spawn_policy P, class F, class G>
result_pair<F, G> fork_join_on_another_stack(F f, G g) {
  auto whole = [&f, &g] {
    return fork_join_pair<P, F&, G&>(f, g);
  };
  const stack_choice way = choose_stack();
  if (way == stack_choice::in_place) {
    return fork_join_help_first<F, G>(this_worker(), std::forward<F>(f), std::forward<G>(g));
  }
  if (way == stack_choice::new_chain) {
    pending_call<decltype(whole)&> elsewhere(whole);
    link(*this_worker(),
         elsewhere,
         reinterpret_cast<std::uintptr_t>(&pending_call<decltype(whole)&>::operations));
    run_fork_elsewhere(elsewhere);
    return elsewhere.take_result();
  }
  auto nothing = [] {
  };
  return fork_join_work_first<decltype(whole)&, decltype(nothing)&>(this_worker(), whole, nothing)
      .first;
}

/// More than two callables: the first against all others.
template <spawn_policy P, class F, class... Rest>
[[gnu::always_inline]] inline auto fork_join_all(F&& f, Rest&&... rest)
    -> std::tuple<value_of<std::remove_reference_t<F>&>,
                  value_of<std::remove_reference_t<Rest>&>...> {
  if constexpr (sizeof...(Rest) == 0) {
    return {call(f)};
  } else if constexpr (sizeof...(Rest) == 1) {
    auto [first, second] =
        fork_join_pair<P, F, Rest...>(std::forward<F>(f), std::forward<Rest>(rest)...);
    return {std::move(first), std::move(second)};
  } else {
    auto others = [&rest...] {
      return fork_join_all<P>(rest...);
    };
    auto [first, second] = fork_join_pair<P, F, decltype(others)&>(std::forward<F>(f), others);
    return std::tuple_cat(std::make_tuple(std::move(first)), std::move(second));
  }
}

}  // namespace detail

/// Runs all callables, perhaps in parallel, and returns when all are done.
///
/// @param f  callables without arguments, any type, move-only included, called exactly once each.
///           Those given as lvalues are called in place, others may be moved first. They may refer
///           to the caller's variables.
/// @return   void if all return void, else a std::tuple of the results in the order given, with
///           std::monostate for void.
/// @throws   what a callable threw; task_errors with all exceptions when several did. All callables
///           run in any case, but for those that would start after a stack_limit_error or a
///           std::bad_alloc: a stack was needed, and none was to be had.
///
/// Who may call: any thread. A task of a runtime stays in it; a foreign thread blocks while the
/// default runtime does the work. On one worker the callables run in the order given.
///
/// Cost of an un-stolen pair: help-first about a dozen instructions and no atomic access but one
/// relaxed load; work-first about fifty. Stealing: constrained-work-stealing's donation and the
/// split join counter; help-first and work-first as in SLAW, section II-A.
template <spawn_policy P, class... F>
[[gnu::always_inline]] inline auto fork_join(policy_constant<P> /*policy*/, F&&... f) {
  static_assert(sizeof...(F) > 0, "fork_join needs at least one callable");
  static_assert((std::is_invocable_v<std::remove_reference_t<F>&> && ...),
                "fork_join takes callables without arguments");
  if constexpr ((std::is_void_v<std::invoke_result_t<std::remove_reference_t<F>&>> && ...)) {
    static_cast<void>(detail::fork_join_all<P>(std::forward<F>(f)...));
  } else {
    return detail::fork_join_all<P>(std::forward<F>(f)...);
  }
}

/// As above; each spawn follows the worker's policy (options::policy, or the scheduler's choice).
template <class F, class... Rest>
  requires std::is_invocable_v<std::remove_reference_t<F>&>
[[gnu::always_inline]] inline auto fork_join(F&& f, Rest&&... rest) {
  return fork_join(adaptive, std::forward<F>(f), std::forward<Rest>(rest)...);
}

}  // namespace nuthatch
