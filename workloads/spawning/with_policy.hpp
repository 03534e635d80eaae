// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/charged_work.hpp"  // IWYU pragma: export

namespace nuthatch::workloads {

// Tags of this namespace. A template over the policy finds spawn_each() through them by
// argument-dependent lookup, and the runtime's functions through their base classes.

template <spawn_policy P>
struct silent : policy_constant<P> {};

template <spawn_policy P>
struct stating : policy_constant<P> {
  static void charge_work(std::uint64_t ns) { nuthatch::charge_work(ns); }
};

/// Calls body with a tag of `policy`, so that code templated on the policy can be selected at run
/// time.
template <class Body>
decltype(auto) with_policy(spawn_policy policy, Body&& body) {
  const auto call = [&body]<spawn_policy P>(policy_constant<P> /*tag*/) -> decltype(auto) {
    return work_is_charged() ? std::forward<Body>(body)(stating<P>())
                             : std::forward<Body>(body)(silent<P>());
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
