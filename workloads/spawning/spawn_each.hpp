// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/charged_work.hpp"
#include "workloads/spawning/loop_body.hpp"

namespace nuthatch::workloads {

/// Calls body(i) for first ≤ i < last: spawns the calls one after the other from a loop, and joins
/// them.
template <class Policy, class Body>
void spawn_each_of(Policy policy, std::size_t first, std::size_t last, const Body& body) {
  scope tasks;
  for (std::size_t i = first; i < last; ++i) {
    tasks.spawn(policy, [&body, i] { body(i); });
  }
  tasks.sync();
}

/// The same for every i below `count`: each place gets an equal part of adjacent iterations, the
/// same in every call. So it finds in its caches what it left there the last time.
template <class Policy>
void spawn_each_in_places(Policy policy, std::size_t count, const loop_body& body) {
  const std::size_t all = places();
  const auto part = [policy, count, all, &body](std::size_t of) {
    spawn_each_of(policy, count * of / all, count * (of + 1) / all, body);
  };
  finish([&] {
    const std::size_t mine = here().index();
    for (std::size_t other = (mine + 1) % all; other != mine; other = (other + 1) % all) {
      async(at(place(static_cast<unsigned>(other))), [&part, other] { part(other); });
    }
    part(mine);  // the other places have theirs by now
  });
}

/// Calls body(i) for every i below `count`: by places if there are several.
template <class Policy, class Body>
void spawn_each(Policy policy, std::size_t count, const Body& body) {
  if (places() != 1) {
    spawn_each_in_places(policy, count, loop_body(body));
  } else if constexpr (states_work<Policy>) {
    spawn_each_of(policy, 0, count, loop_body(body));  // virtual time is what the body charges
  } else {
    spawn_each_of(policy, 0, count, body);
  }
}

}  // namespace nuthatch::workloads
