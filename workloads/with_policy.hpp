#pragma once

#include <cstdint>
#include <utility>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::workloads {

/// A policy for programs that say what they work, which virtual workers have to be told. With any
/// other policy, state() is no code at all.
template <spawn_policy P>
struct stating : policy_constant<P> {};

template <class Policy>
inline constexpr bool states_work = false;

template <spawn_policy P>
inline constexpr bool states_work<stating<P>> = true;

/// The task does `units` of something that takes `ns_each` nanoseconds here. The workloads' figures
/// are those of their serial programs on the machine of docs/performance.md, rounded.
template <class Policy, class Count>
[[gnu::always_inline]] inline void state(double ns_each, Count units) {
  if constexpr (states_work<Policy>) {
    constexpr double to_nearest = 0.5;
    state_work(static_cast<std::uint64_t>(ns_each * static_cast<double>(units) + to_nearest));
  }
}

/// Calls body with the tag of `policy`, so that code templated on the policy is chosen at run time.
template <class Body>
decltype(auto) with_policy(spawn_policy policy, Body&& body) {
  const auto call = [&body]<spawn_policy P>(policy_constant<P> tag) -> decltype(auto) {
    return work_is_stated() ? std::forward<Body>(body)(stating<P>())
                            : std::forward<Body>(body)(tag);
  };
  switch (policy) {
    case spawn_policy::work_first:
      return call(work_first);
    case spawn_policy::help_first:
      return call(help_first);
    case spawn_policy::adaptive:
      break;
  }
  return call(adaptive);
}

}  // namespace nuthatch::workloads
