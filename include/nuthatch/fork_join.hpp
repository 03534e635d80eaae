// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/another_stack.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/fork_calls.hpp>
#include <nuthatch/detail/scope_use.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch {

namespace detail {

/// Two results; unlike a std::tuple of small ones, returned in registers.
template <class Function, class Other>
struct pair_of_results {
  Function first;
  Other second;
};

template <class Function, class Other>
using result_pair = pair_of_results<value_of<std::remove_reference_t<Function>&>,
                                    value_of<std::remove_reference_t<Other>&>>;

/// f runs here while g can be stolen; g runs here afterwards if it was not.
template <class Function, class Other>
[[gnu::always_inline]] inline result_pair<Function, Other> fork_join_help_first(worker* self,
                                                                                Function&& f,
                                                                                Other&& g) {
  pending_call<Other> pending(std::forward<Other>(g));
  self = &reload_worker_after_making<Other, Other&&>(*self);
  frame* const older = pending.link(*self);
  spawned(*self, pending);
  auto first = call_or(
      f, [&pending](caught_exception& caught) { addressed_here(pending).join_failed(caught); });
  if (pending.published()) [[unlikely]] {
    if constexpr (!std::is_nothrow_move_constructible_v<value_of<Function&>>) {
      auto second = addressed_here(pending).join_slow();  // before a move that may throw
      return {std::move(first), std::move(second)};
    } else {
      return {std::move(first), addressed_here(pending).join_slow()};
    }
  }
  self->frames.unlink(older);
  if constexpr (!std::is_nothrow_move_constructible_v<value_of<Function&>>) {
    auto second = call(pending.g);
    return {std::move(first), std::move(second)};
  } else {
    return {std::move(first), call(pending.g)};
  }
}

/// f runs at once on a stack of its own while the rest, g included, can be stolen.
template <class Function, class Other>
[[gnu::always_inline]] inline result_pair<Function, Other> fork_join_work_first(worker* self,
                                                                                Function&& f,
                                                                                Other&& g) {
  child_call<Function> child(std::forward<Function>(f));
  self = &reload_worker_after_making<Function, Function&&>(*self);
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
template <class Function>
struct register_param_of {
  using type = Function&&;
};

template <class Function>
  requires(std::is_object_v<Function> && std::is_trivially_copyable_v<Function> &&
           sizeof(Function) <= 2 * sizeof(void*))
struct register_param_of<Function> {
  using type = Function;
};

template <class Function>
using register_param = typename register_param_of<Function>::type;

// The one of the two that a call site seldom takes, kept out of the other one's frame. The worker
// is read inside: moving the callables here may have waited.

template <class Function, class Other>
[[gnu::noinline]] result_pair<Function, Other> fork_join_work_first_outlined(
    register_param<Function> f, register_param<Other> g) {
  return fork_join_work_first<Function, Other>(
      this_worker(), std::forward<Function>(f), std::forward<Other>(g));
}

template <class Function, class Other>
[[gnu::cold, gnu::noinline]] result_pair<Function, Other> fork_join_help_first_outlined(
    register_param<Function> f, register_param<Other> g) {
  return fork_join_help_first<Function, Other>(
      this_worker(), std::forward<Function>(f), std::forward<Other>(g));
}

template <spawn_policy Policy, class Function, class Other>
[[gnu::cold, gnu::noinline]] result_pair<Function, Other> fork_join_foreign(
    register_param<Function> f, register_param<Other> g);

template <spawn_policy Policy, class Function, class Other>
[[gnu::cold, gnu::noinline]] result_pair<Function, Other> fork_join_on_another_stack(
    register_param<Function> f, register_param<Other> g);

/// Not inlined: so the function that forks stays small, and compilers inline its other path, the
/// leaf of the recursion, into the callables, which run in here. That saves more than half of all
/// calls, and costs none, since the call of this function takes the place of the call of that one.
template <spawn_policy Policy, class Function, class Other>
[[gnu::noinline]] result_pair<Function, Other> fork_join_pair(register_param<Function> f,
                                                              register_param<Other> g) {
  worker* const self = this_worker();
  const fork_mode way = mode_of_fork<Policy>(self);
  if (way == fork_mode::foreign) [[unlikely]] {
    return fork_join_foreign<Policy, Function, Other>(std::forward<Function>(f),
                                                      std::forward<Other>(g));
  }
  if (way == fork_mode::new_stack) [[unlikely]] {
    return fork_join_on_another_stack<Policy, Function, Other>(std::forward<Function>(f),
                                                               std::forward<Other>(g));
  }
  if constexpr (Policy == spawn_policy::work_first) {
    if (way == fork_mode::help_first) [[unlikely]] {
      return fork_join_help_first_outlined<Function, Other>(std::forward<Function>(f),
                                                            std::forward<Other>(g));
    }
    return fork_join_work_first<Function, Other>(
        self, std::forward<Function>(f), std::forward<Other>(g));
  } else {
    if (way == fork_mode::work_first) [[unlikely]] {
      return fork_join_work_first_outlined<Function, Other>(std::forward<Function>(f),
                                                            std::forward<Other>(g));
    }
    return fork_join_help_first<Function, Other>(
        self, std::forward<Function>(f), std::forward<Other>(g));
  }
}

template <spawn_policy Policy, class Function, class Other>
result_pair<Function, Other> fork_join_foreign(register_param<Function> f,
                                               register_param<Other> g) {
  auto whole = [&f, &g] {
    return fork_join_pair<Policy, Function, Other>(std::forward<Function>(f),
                                                   std::forward<Other>(g));
  };
  return run_root_call(nullptr, whole);
}

/// Both callables leave the present stack, which is nearly full.
template <spawn_policy Policy, class Function, class Other>
result_pair<Function, Other> fork_join_on_another_stack(register_param<Function> f,
                                                        register_param<Other> g) {
  auto whole = [&f, &g] {
    return fork_join_pair<Policy, Function, Other>(std::forward<Function>(f),
                                                   std::forward<Other>(g));
  };
  return call_on_another_stack<Other>(whole, [&f, &g] {
    return fork_join_help_first<Function, Other>(
        this_worker(), std::forward<Function>(f), std::forward<Other>(g));
  });
}

/// More than two callables: the first against all others.
template <spawn_policy Policy, class Function, class... Rest>
[[gnu::always_inline]] inline auto fork_join_all(Function&& f, Rest&&... rest)
    -> std::tuple<value_of<std::remove_reference_t<Function>&>,
                  value_of<std::remove_reference_t<Rest>&>...> {
  if constexpr (sizeof...(Rest) == 0) {
    return {call(f)};
  } else if constexpr (sizeof...(Rest) == 1) {
    auto [first, second] = fork_join_pair<Policy, Function, Rest...>(std::forward<Function>(f),
                                                                     std::forward<Rest>(rest)...);
    return {std::move(first), std::move(second)};
  } else {
    auto others = [&rest...] {
      return fork_join_all<Policy>(rest...);
    };
    auto [first, second] =
        fork_join_pair<Policy, Function, decltype(others)&>(std::forward<Function>(f), others);
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
template <spawn_policy Policy, class... Function>
[[gnu::always_inline]] inline auto fork_join(policy_constant<Policy> /*policy*/, Function&&... f) {
  static_assert(sizeof...(Function) > 0, "fork_join needs at least one callable");
  static_assert((std::is_invocable_v<std::remove_reference_t<Function>&> && ...),
                "fork_join takes callables without arguments");
  using detail::fork_join_all;
  if constexpr ((std::is_void_v<std::invoke_result_t<std::remove_reference_t<Function>&>> && ...)) {
    if constexpr (detail::scope_uses_checked) {
      static_cast<void>(
          fork_join_all<Policy>(detail::noted_callable<std::remove_reference_t<Function>>{f}...));
    } else {
      static_cast<void>(fork_join_all<Policy>(std::forward<Function>(f)...));
    }
  } else if constexpr (detail::scope_uses_checked) {
    return fork_join_all<Policy>(detail::noted_callable<std::remove_reference_t<Function>>{f}...);
  } else {
    return fork_join_all<Policy>(std::forward<Function>(f)...);
  }
}

/// As above; each spawn follows the worker's policy (options::policy, or the scheduler's choice).
template <class Function, class... Rest>
  requires std::is_invocable_v<std::remove_reference_t<Function>&>
[[gnu::always_inline]] inline auto fork_join(Function&& f, Rest&&... rest) {
  return fork_join(adaptive, std::forward<Function>(f), std::forward<Rest>(rest)...);
}

}  // namespace nuthatch
