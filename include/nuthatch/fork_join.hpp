#pragma once

#include <nuthatch/detail/language.hpp>

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/another_stack.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/fork_calls.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

namespace detail {

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
  self = &worker_after_making<G, G&&>(*self);
  frame* const older = pending.link(*self);
  spawned(*self, pending);
  auto first = call_or(
      f, [&pending](caught_exception& caught) { addressed_here(pending).join_failed(caught); });
  if (pending.taken()) [[unlikely]] {
    if constexpr (!std::is_nothrow_move_constructible_v<value_of<F&>>) {
      auto second = addressed_here(pending).join_slow();  // before a move that may throw
      return {std::move(first), std::move(second)};
    } else {
      return {std::move(first), addressed_here(pending).join_slow()};
    }
  }
  self->frames.unlink(older);
  if constexpr (!std::is_nothrow_move_constructible_v<value_of<F&>>) {
    auto second = call(pending.g);
    return {std::move(first), std::move(second)};
  } else {
    return {std::move(first), call(pending.g)};
  }
}

/// f runs at once on a stack of its own while the rest, g included, can be stolen.
template <class F, class G>
[[gnu::always_inline]] inline result_pair<F, G> fork_join_work_first(worker* self, F&& f, G&& g) {
  child_call<F> child(std::forward<F>(f));
  self = &worker_after_making<F, F&&>(*self);
  // What g needs is put into memory here, and not already where the calling function begins, which
  // then needs no frame on its paths without a spawn.
  asm volatile("" : : "r"(std::addressof(g)) : "memory");
  child.spawn(*self);
  auto second =
      call_or(g, [&child](caught_exception& caught) { addressed_here(child).join_failed(caught); });
  child.join_if_needed();
  return {child.result.take(), std::move(second)};
}

/// How a callable is handed to a function that is not inlined: in registers where it fits, as most
/// lambdas do that capture a value or two; and never by value in memory, for which GCC would keep a
/// frame pointer in the calling function.
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

// The one of the two that a call site seldom takes, kept out of the other one's frame. The worker
// is read inside: moving the callables here may have waited.

template <class F, class G>
[[gnu::noinline]] result_pair<F, G> fork_join_work_first_outlined(handed<F> f, handed<G> g) {
  return fork_join_work_first<F, G>(this_worker(), std::forward<F>(f), std::forward<G>(g));
}

template <class F, class G>
[[gnu::cold, gnu::noinline]] result_pair<F, G> fork_join_help_first_outlined(handed<F> f,
                                                                             handed<G> g) {
  return fork_join_help_first<F, G>(this_worker(), std::forward<F>(f), std::forward<G>(g));
}

template <spawn_policy P, class F, class G>
[[gnu::cold, gnu::noinline]] result_pair<F, G> fork_join_foreign(handed<F> f, handed<G> g);

template <spawn_policy P, class F, class G>
[[gnu::cold, gnu::noinline]] result_pair<F, G> fork_join_on_another_stack(handed<F> f, handed<G> g);

/// Not inlined: so the function that forks stays small, and compilers inline its other path, the
/// leaf of the recursion, into the callables, which run in here. That saves more than half of all
/// calls, and costs none, since the call of this function takes the place of the call of that one.
template <spawn_policy P, class F, class G>
[[gnu::noinline]] result_pair<F, G> fork_join_pair(handed<F> f, handed<G> g) {
  worker* const self = this_worker();
  const fork_way way = way_of_fork<P>(self);
  if (way == fork_way::foreign) [[unlikely]] {
    return fork_join_foreign<P, F, G>(std::forward<F>(f), std::forward<G>(g));
  }
  if (way == fork_way::another_stack) [[unlikely]] {
    return fork_join_on_another_stack<P, F, G>(std::forward<F>(f), std::forward<G>(g));
  }
  if constexpr (P == spawn_policy::work_first) {
    if (way == fork_way::fresh) [[unlikely]] {
      return fork_join_help_first_outlined<F, G>(std::forward<F>(f), std::forward<G>(g));
    }
    return fork_join_work_first<F, G>(self, std::forward<F>(f), std::forward<G>(g));
  } else {
    if (way == fork_way::child) [[unlikely]] {
      return fork_join_work_first_outlined<F, G>(std::forward<F>(f), std::forward<G>(g));
    }
    return fork_join_help_first<F, G>(self, std::forward<F>(f), std::forward<G>(g));
  }
}

template <spawn_policy P, class F, class G>
result_pair<F, G> fork_join_foreign(handed<F> f, handed<G> g) {
  auto whole = [&f, &g] {
    return fork_join_pair<P, F, G>(std::forward<F>(f), std::forward<G>(g));
  };
  return run_root_call(nullptr, whole);
}

/// Both callables leave the present stack, which is nearly full.
template <spawn_policy P, class F, class G>
result_pair<F, G> fork_join_on_another_stack(handed<F> f, handed<G> g) {
  auto whole = [&f, &g] {
    return fork_join_pair<P, F, G>(std::forward<F>(f), std::forward<G>(g));
  };
  return call_on_another_stack<G>(whole, [&f, &g] {
    return fork_join_help_first<F, G>(this_worker(), std::forward<F>(f), std::forward<G>(g));
  });
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
