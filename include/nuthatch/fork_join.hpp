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

/// Two results. Unlike a std::tuple of small ones, it is returned in registers.
template <class Function, class Other>
struct pair_of_results {
  Function first;
  Other second;
};

template <class Function, class Other>
using result_pair = pair_of_results<value_of<std::remove_reference_t<Function>&>,
                                    value_of<std::remove_reference_t<Other>&>>;

/// Runs f here while g can be stolen, and afterwards g, unless it was stolen.
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

/// Runs f at once on a separate stack while the remainder, g included, can be stolen.
template <class Function, class Other>
[[gnu::always_inline]] inline result_pair<Function, Other> fork_join_work_first(worker* self,
                                                                                Function&& f,
                                                                                Other&& g) {
  child_call<Function> child(std::forward<Function>(f));
  self = &reload_worker_after_making<Function, Function&&>(*self);
  // Stores what g needs to memory here, not at the beginning of the calling function, which then
  // needs no frame on its paths without a spawn.
  asm volatile("" : : "r"(std::addressof(g)) : "memory");
  child.spawn(*self);
  auto second =
      call_or(g, [&child](caught_exception& caught) { addressed_here(child).join_failed(caught); });
  child.join_if_needed();
  return {child.result.take(), std::move(second)};
}

/// How a callable is passed to a function that is not inlined: in registers if it fits, as most
/// lambdas that capture one or two values do, and never by value in memory, because GCC would then
/// keep a frame pointer in the calling function.
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

// These two contain the mode that a call site seldom takes, so that it needs no space in the other
// one's frame. They read the worker themselves: moving the callables to them may have waited.

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

/// Not inlined. The function that forks stays small, so compilers inline its other path, the leaf
/// of the recursion, into the callables, which run in here. That saves more than half of all calls
/// and costs none, because the call of this function replaces the call of that one.
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

/// Moves both callables off the present stack, which is nearly full.
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

/// Forks the first callable against all others, recursively.
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

/// Runs all callables, perhaps in parallel, and returns when all have ended.
///
/// @tparam Policy  the spawn policy, given by the tag work_first, help_first or adaptive.
/// @param f  callables without arguments, of any type, move-only ones included. Each is called
///         exactly once: lvalues in place, others perhaps after a move. They may refer to the
///         caller's variables.
/// @return void if all callables return void, otherwise a std::tuple of their results in the order
///         given, with std::monostate for void.
/// @throws what a callable threw; task_errors with all exceptions if several threw. All callables
///         run in any case, except those that would start after a stack_limit_error or a
///         std::bad_alloc, when no stack was available.
///
/// Who may call: any thread. A task stays in its runtime; a foreign thread blocks while the default
/// runtime runs the callables. On one worker, the callables run in the order given.
///
/// Cost of a pair that is not stolen: help-first about a dozen instructions and, as the only atomic
/// access, one relaxed load; work-first about fifty instructions. Stealing follows the donation and
/// the split join counter of constrained work stealing; help-first and work-first follow SLAW,
/// section II-A.
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
