// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/loop_body.hpp"
#include "workloads/spawning/loop_phase.hpp"
#include "workloads/spawning/phases.hpp"
#include "workloads/spawning/spawn_each.hpp"

namespace nuthatch::workloads {

/// A policy that carries the phases of a program. Its loops of spawns are run as phases.
template <class Policy>
struct phased : Policy {
  phased(phases& run_by, bool by_halves, bool one_phase)
      : by(&run_by),
        halved(by_halves),
        alone(one_phase) {}

  phases* by;
  bool halved;
  bool alone;  ///< phase 0 is the only one, and the loops of all others follow it
  std::size_t which = 0;
  bool leads = false;
};

template <class Policy>
phased<Policy> in_phase(phased<Policy> policy, std::size_t which) {
  policy.which = which;
  return policy;
}

template <class Policy>
phased<Policy> leading(phased<Policy> policy) {
  policy.leads = true;
  return policy;
}

template <class Policy>
void spawn_each(const phased<Policy>& policy, std::size_t count, const loop_body& body) {
  const auto loop = [&policy, count, &body] {
    if (policy.halved) {
      spawn_each(halving<Policy>(), count, body);
    } else {
      spawn_each(Policy(), count, body);
    }
  };
  if (policy.leads && (policy.which == 0 || !policy.alone)) {
    policy.by->run(policy.which, loop);
  } else {
    policy.by->follow(policy.alone ? 0 : policy.which, loop);
  }
}

template <class Policy, class Body>
void spawn_each(const phased<Policy>& policy, std::size_t count, const Body& body) {
  spawn_each(policy, count, loop_body(body));
}

}  // namespace nuthatch::workloads
