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
#include <nuthatch/detail/worker_limit.hpp>
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
template <requests Requests, class Function, class Other>
[[gnu::always_inline]] inline result_pair<Function, Other> fork_join_help_first(worker& before,
                                                                                Function&& f,
                                                                                Other&& g) {
  pending_call<Other> pending(std::forward<Other>(g));
  worker& self = reload_worker_after_making<Other, Other&&>(before);
  frame* const older = pending.link(self);
  if constexpr (Requests == requests::possible) {
    detail::spawned(self, pending);
  }
  auto first =
      detail::call_or(f, [&pending](caught_exception& caught) __attribute__((always_inline)) {
        detail::addressed_here(pending).join_failed(caught);
      });
  if (pending.published()) [[unlikely]] {
    if constexpr (!std::is_nothrow_move_constructible_v<value_of<Function&>>) {
      auto second = addressed_here(pending).join_slow();  // before a move that may throw
      return {std::move(first), std::move(second)};
    } else {
      return {std::move(first), detail::addressed_here(pending).join_slow()};
    }
  }
  current_worker().frames.unlink(older);  // the same worker, which thus needs no register meanwhile
  if constexpr (!std::is_nothrow_move_constructible_v<value_of<Function&>>) {
    auto second = call(pending.g);
    return {std::move(first), std::move(second)};
  } else {
    return {std::move(first), detail::call(pending.g)};
  }
}

/// Runs f at once on a separate stack while the remainder, g included, can be stolen. `stack` is
/// the worker's next one; null if that is not known.
template <requests Requests, class Function, class Other>
[[gnu::always_inline]] inline result_pair<Function, Other> fork_join_work_first(worker& before,
                                                                                fiber* stack,
                                                                                Function&& f,
                                                                                Other&& g) {
  child_call<Function> child(std::forward<Function>(f));
  worker& self = reload_worker_after_making<Function, Function&&>(before);
  if (stack == nullptr || !is_made_silently<Function, Function&&>) {
    stack = stack_of_child(self);
  }
  // Stores what g needs to memory here, not at the beginning of the calling function, which then
  // needs no frame on its paths without a spawn.
  if constexpr (!std::is_function_v<std::remove_reference_t<Other>>) {
    asm volatile("" : : "m"(reinterpret_cast<const volatile char&>(g)) : "memory");
  }
  child.template spawn<Requests>(self, stack);
  auto second =
      detail::call_or(g, [&child](caught_exception& caught) __attribute__((always_inline)) {
        detail::addressed_here(child).join_failed(caught);
      });
  return child.template join_with<result_pair<Function, Other>>(std::move(second));
}

// These two contain the mode that a call site seldom takes, so that it needs no space in the other
// one's frame, and serve requests. They read the worker themselves: moving the callables to them
// may have waited.

template <class Function, class Other>
[[gnu::noinline]] result_pair<Function, Other> fork_join_work_first_outlined(
    register_param<Function> f, register_param<Other> g) {
  return detail::fork_join_work_first<requests::possible, Function, Other>(
      reload_worker(), nullptr, std::forward<Function>(f), std::forward<Other>(g));
}

template <class Function, class Other>
[[gnu::cold, gnu::noinline]] result_pair<Function, Other> fork_join_help_first_outlined(
    register_param<Function> f, register_param<Other> g) {
  return detail::fork_join_help_first<requests::possible, Function, Other>(
      reload_worker(), std::forward<Function>(f), std::forward<Other>(g));
}

template <spawn_policy Policy, class Function, class Other>
[[gnu::cold, gnu::noinline]] result_pair<Function, Other> fork_join_slow(register_param<Function> f,
                                                                         register_param<Other> g);

/// Not inlined. The function that forks stays small, so compilers inline its other path, the leaf
/// of the recursion, into the callables, which run in here. That saves more than half of all calls
/// and costs none, because the call of this function replaces the call of that one.
template <spawn_policy Policy, class Function, class Other>
[[gnu::noinline]] result_pair<Function, Other> fork_join_pair(register_param<Function> f,
                                                              register_param<Other> g) {
  worker& self = current_worker();
  if (!forks_at_once(self)) [[unlikely]] {
    return detail::fork_join_slow<Policy, Function, Other>(std::forward<Function>(f),
                                                           std::forward<Other>(g));
  }
  if constexpr (Policy == spawn_policy::work_first) {
    if (!fork_is_work_first<Policy>(self)) [[unlikely]] {
      return detail::fork_join_help_first_outlined<Function, Other>(std::forward<Function>(f),
                                                                    std::forward<Other>(g));
    }
    fiber* const stack = self.stacks.first();
    if (stack == nullptr) [[unlikely]] {
      return detail::fork_join_work_first_outlined<Function, Other>(std::forward<Function>(f),
                                                                    std::forward<Other>(g));
    }
    return detail::fork_join_work_first<requests::none, Function, Other>(
        self, stack, std::forward<Function>(f), std::forward<Other>(g));
  } else {
    if (fork_is_work_first<Policy>(self)) [[unlikely]] {
      return detail::fork_join_work_first_outlined<Function, Other>(std::forward<Function>(f),
                                                                    std::forward<Other>(g));
    }
    return detail::fork_join_help_first<requests::none, Function, Other>(
        self, std::forward<Function>(f), std::forward<Other>(g));
  }
}

/// A fork under a finish that limits its workers.
template <class Function, class Other>
[[gnu::cold, gnu::noinline]] result_pair<Function, Other> fork_join_limited(
    spawn_policy policy, std::remove_reference_t<Function>& f, std::remove_reference_t<Other>& g) {
  kept_call first(f);
  kept_call second(g);
  detail::fork_within_limits(policy, first.erased(), second.erased());
  return {first.take(), second.take()};
}

/// A fork on the present stack, with the given policy, that serves requests and obeys a limit of
/// workers.
template <class Function, class Other>
[[gnu::always_inline]] inline result_pair<Function, Other> fork_join_here(
    spawn_policy policy, register_param<Function> f, register_param<Other> g) {
  if (workers_are_limited(reload_worker())) [[unlikely]] {
    return detail::fork_join_limited<Function, Other>(policy, f, g);
  }
  return policy == spawn_policy::work_first
             ? detail::fork_join_work_first_outlined<Function, Other>(std::forward<Function>(f),
                                                                      std::forward<Other>(g))
             : detail::fork_join_help_first_outlined<Function, Other>(std::forward<Function>(f),
                                                                      std::forward<Other>(g));
}

/// The fork of a foreign thread, which first becomes a task; on a stack that is nearly full, from
/// which both callables move to another one; and one with a pending request.
template <spawn_policy Policy, class Function, class Other>
result_pair<Function, Other> fork_join_slow(register_param<Function> f, register_param<Other> g) {
  const worker* const self = this_worker();
  if (self != nullptr && !stack_nearly_full(*self)) {
    return detail::fork_join_here<Function, Other>(
        fork_is_work_first<Policy>(*self) ? spawn_policy::work_first : spawn_policy::help_first,
        std::forward<Function>(f),
        std::forward<Other>(g));
  }
  auto whole = [&f, &g] {
    return detail::fork_join_pair<Policy, Function, Other>(std::forward<Function>(f),
                                                           std::forward<Other>(g));
  };
  if (self == nullptr) {
    return run_root_call(nullptr, whole);
  }
  return call_on_another_stack<Other>(whole, [&f, &g] {
    return detail::fork_join_here<Function, Other>(
        spawn_policy::help_first, std::forward<Function>(f), std::forward<Other>(g));
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
    auto [first, second] = detail::fork_join_pair<Policy, Function, Rest...>(
        std::forward<Function>(f), std::forward<Rest>(rest)...);
    return {std::move(first), std::move(second)};
  } else {
    auto others = [&rest...] {
      return detail::fork_join_all<Policy>(rest...);
    };
    auto [first, second] = detail::fork_join_pair<Policy, Function, decltype(others)&>(
        std::forward<Function>(f), others);
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
/// access, one relaxed load; work-first about forty instructions. Stealing follows the donation and
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
      static_cast<void>(detail::fork_join_all<Policy>(
          detail::noted_callable<std::remove_reference_t<Function>>{f}...));
    } else {
      static_cast<void>(detail::fork_join_all<Policy>(std::forward<Function>(f)...));
    }
  } else if constexpr (detail::scope_uses_checked) {
    return detail::fork_join_all<Policy>(
        detail::noted_callable<std::remove_reference_t<Function>>{f}...);
  } else {
    return detail::fork_join_all<Policy>(std::forward<Function>(f)...);
  }
}

/// As above; each spawn follows the worker's policy (options::policy, or the scheduler's choice).
template <class Function, class... Rest>
  requires std::is_invocable_v<std::remove_reference_t<Function>&>
[[gnu::always_inline]] inline auto fork_join(Function&& f, Rest&&... rest) {
  return fork_join(adaptive, std::forward<Function>(f), std::forward<Rest>(rest)...);
}

}  // namespace nuthatch
